package dev.baton.orchestrator.fleet;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A node as the database knows it; all times are by the clock of the database.
 *
 * @param directory its data directory, on its own machine
 * @param facts empty if the node has not told them, or does not know how
 * @param room how many attempts may run there
 * @param silence how long ago it was seen
 */
public record KnownNode(
    String name,
    NodeSetup.Kind kind,
    Optional<Path> directory,
    Optional<NodeFacts> facts,
    int room,
    int running,
    boolean isDraining,
    Optional<Instant> startedAt,
    Instant seenAt,
    Duration silence) {
  /** The silence after which a node is taken for dead. */
  public static final Duration SILENCE = Duration.ofSeconds(30);

  public boolean isLive() {
    return silence.compareTo(SILENCE) <= 0;
  }

  boolean hasRoom() {
    return running < room;
  }

  /** Whether something new can begin there now. */
  public boolean isOpen() {
    return isLive() && !isDraining && hasRoom();
  }

  double load() {
    return room == 0 ? 1 : (double) running / room;
  }

  /** The same with what it knows of itself by now. */
  public KnownNode withFacts(NodeFacts value) {
    return new KnownNode(
        name,
        kind,
        directory,
        Optional.of(value),
        room,
        running,
        isDraining,
        startedAt,
        seenAt,
        silence);
  }

  /** The same with one more that runs. */
  KnownNode withOneMore() {
    return new KnownNode(
        name, kind, directory, facts, room, running + 1, isDraining, startedAt, seenAt, silence);
  }

  /** How it stands, for people: {@code live}, {@code draining} or {@code away}. */
  public String state() {
    if (!isLive()) {
      return "away";
    }
    return isDraining ? "draining" : "live";
  }

  /** Whose repositories it can get. */
  public RepositoryReach reach() {
    return facts.map(NodeFacts::reach).orElse(RepositoryReach.UNKNOWN);
  }

  /** Whether it can get what is at home there, as long as both are there. */
  public boolean canGetFrom(String home) {
    return name.equals(home) || reach().includes(home);
  }

  public List<String> labels() {
    return facts.map(NodeFacts::labels).orElse(List.of());
  }
}
