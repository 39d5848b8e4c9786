package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.OutputBatch.PrintedLine;
import dev.baton.orchestrator.process.OutputWatcher.OutputPosition;
import dev.baton.orchestrator.process.OutputWatcher.OutputSink;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A store in memory that fails when it is told to. Thread safe. */
final class RecordingSink implements OutputSink {
  private final Map<UUID, Map<OutputChannel, List<PrintedLine>>> lines = new HashMap<>();
  private final Map<UUID, Map<OutputChannel, Long>> offsets = new HashMap<>();
  private final Map<UUID, Ending> endings = new HashMap<>();
  private final Set<UUID> left = new HashSet<>();
  private Optional<UUID> refused = Optional.empty();
  private int failuresToCome;
  private int mostBatches;
  private long mostCharacters;

  synchronized void failNext(int times) {
    failuresToCome = times;
  }

  synchronized void refuse(UUID processId) {
    refused = Optional.of(processId);
  }

  /** Somebody else has the program from now on. */
  synchronized void leave(UUID processId) {
    left.add(processId);
  }

  @Override
  public synchronized boolean isAwaited(UUID processId) {
    return !left.contains(processId);
  }

  @Override
  public synchronized void store(List<OutputBatch> batches) {
    failIfTold();
    if (batches.stream().anyMatch(batch -> refused.filter(batch.processId()::equals).isPresent())) {
      throw new IllegalStateException("refused");
    }
    mostBatches = Math.max(mostBatches, batches.size());
    mostCharacters =
        Math.max(
            mostCharacters,
            batches.stream()
                .flatMap(batch -> batch.lines().stream())
                .mapToLong(line -> line.text().length())
                .sum());
    for (var batch : batches) {
      lines(batch.processId(), batch.channel()).addAll(batch.lines());
      offsets
          .computeIfAbsent(batch.processId(), _ -> new EnumMap<>(OutputChannel.class))
          .put(batch.channel(), batch.offset());
    }
  }

  @Override
  public synchronized void ended(UUID processId, Ending ending) {
    failIfTold();
    if (endings.putIfAbsent(processId, ending) != null) {
      throw new IllegalStateException("ended twice");
    }
  }

  private void failIfTold() {
    if (failuresToCome > 0) {
      failuresToCome--;
      throw new IllegalStateException("told to fail");
    }
  }

  synchronized boolean hasEnded(UUID processId) {
    return endings.containsKey(processId);
  }

  synchronized Optional<Ending> ending(UUID processId) {
    return Optional.ofNullable(endings.get(processId));
  }

  synchronized int count(UUID processId) {
    return lines(processId, OutputChannel.STDOUT).size();
  }

  synchronized List<String> texts(UUID processId, OutputChannel channel) {
    return lines(processId, channel).stream().map(PrintedLine::text).toList();
  }

  synchronized OutputPosition position(UUID processId) {
    var known = offsets.getOrDefault(processId, Map.of());
    return new OutputPosition(
        known.getOrDefault(OutputChannel.STDOUT, 0L), known.getOrDefault(OutputChannel.STDERR, 0L));
  }

  synchronized int mostBatches() {
    return mostBatches;
  }

  synchronized long mostCharacters() {
    return mostCharacters;
  }

  private List<PrintedLine> lines(UUID processId, OutputChannel channel) {
    return lines
        .computeIfAbsent(processId, _ -> new EnumMap<>(OutputChannel.class))
        .computeIfAbsent(channel, _ -> new ArrayList<>());
  }
}
