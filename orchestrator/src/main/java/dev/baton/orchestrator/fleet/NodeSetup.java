package dev.baton.orchestrator.fleet;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of one node.
 *
 * @param name what people call it; empty takes what its data directory remembers
 * @param labels what attempts can want of it
 * @param runsAgents false for a server that leaves them to others
 * @param version of the program
 * @param patience how long its agents go on without the database
 * @param server where a worker gets repositories; empty for a server
 */
public record NodeSetup(
    Kind kind,
    Optional<String> name,
    List<String> labels,
    boolean runsAgents,
    String version,
    Duration patience,
    Optional<HomeServer> server) {
  /** What a node does beside running agents. */
  public enum Kind {
    /** It answers clients. */
    SERVER,
    /** Nothing. */
    WORKER;

    public String wireName() {
      return this == SERVER ? "server" : "worker";
    }
  }

  /** A server like any other. */
  public static final NodeSetup SERVER =
      new NodeSetup(
          Kind.SERVER,
          Optional.empty(),
          List.of(),
          true,
          "unknown",
          Duration.ofMinutes(10),
          Optional.empty());

  public NodeSetup {
    labels = List.copyOf(labels);
  }

  public NodeSetup withVersion(String value) {
    return new NodeSetup(kind, name, labels, runsAgents, value, patience, server);
  }

  public NodeSetup withPatience(Duration value) {
    return new NodeSetup(kind, name, labels, runsAgents, version, value, server);
  }

  /** The same, which leaves agents to others. */
  public NodeSetup withoutAgents() {
    return new NodeSetup(kind, name, labels, false, version, patience, server);
  }

  /** A worker of this name, which may be empty. */
  public static NodeSetup worker(String name, List<String> labels, HomeServer server) {
    return new NodeSetup(
        Kind.WORKER,
        Optional.of(name).filter(it -> !it.isEmpty()),
        labels,
        true,
        SERVER.version(),
        SERVER.patience(),
        Optional.of(server));
  }
}
