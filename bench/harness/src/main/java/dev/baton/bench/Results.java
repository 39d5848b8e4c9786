package dev.baton.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured, over all rounds. Not thread safe. */
final class Results {
  private record Key(Peer peer, Figure figure) {}

  private final Map<Key, List<Double>> values = new LinkedHashMap<>();
  private final List<Double> otherWork = new ArrayList<>();

  void add(Peer peer, Figure figure, double value) {
    values.computeIfAbsent(new Key(peer, figure), _ -> new ArrayList<>()).add(value);
  }

  /** Notes which share of the machine's CPU others took meanwhile. */
  void addOtherWork(double share) {
    otherWork.add(share);
  }

  double median(Peer peer, Figure figure) {
    var measured = values.getOrDefault(new Key(peer, figure), List.of());
    if (measured.isEmpty()) {
      throw new IllegalStateException("%s has no %s".formatted(peer.name(), figure));
    }
    return median(measured);
  }

  boolean has(Peer peer, Figure figure) {
    return values.containsKey(new Key(peer, figure));
  }

  /** The last round, for whoever watches. */
  double latest(Peer peer, Figure figure) {
    return values.getOrDefault(new Key(peer, figure), List.of(Double.NaN)).getLast();
  }

  double medianOtherWork() {
    return median(otherWork);
  }

  double mostOtherWork() {
    return Collections.max(otherWork);
  }

  private static double median(List<Double> numbers) {
    var sorted = numbers.stream().sorted().toList();
    var half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
