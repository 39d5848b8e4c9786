package dev.baton.orchestrator.node;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.failure.AtOtherNode;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.node.NodeTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * This one of the nodes that share a database.
 *
 * @param name the same after a restart, and another for each node
 * @param beginning what the others know of it from its start
 */
public record Node(String name, NodeSetup setup, NodeTable.Beginning beginning) {
  /**
   * The node of a data directory joins those that use the database.
   *
   * @param room how many attempts may run on it
   * @throws RefusedNodeException if another node has its name
   */
  public static Node join(Store store, Path dataDirectory, NodeSetup setup, int room) {
    var isNew = !NodeName.isRemembered(dataDirectory);
    var name = NodeName.of(dataDirectory, setup.name().orElse(""));
    var beginning =
        new NodeTable.Beginning(
            name.name(), setup.kind(), name.identity(), real(dataDirectory), room);
    try {
      return store.write(
          tables -> {
            tables.nodes().lock(name.name());
            if (store.isShared()) {
              refuseTaken(tables, name);
            }
            tables.nodes().begin(beginning);
            tables.attempts().adopt(name.name(), dataDirectory);
            return new Node(name.name(), setup, beginning);
          });
    } catch (RefusedNodeException e) {
      if (isNew) {
        NodeName.forget(dataDirectory);
      }
      throw e;
    }
  }

  /**
   * What the node of a data directory is called, or will be when it joins. It gets something from
   * somebody else meanwhile, such as a board that is imported.
   *
   * @throws RefusedNodeException if it has never joined and others have, so that it may never come
   */
  public static String nameOf(Store store, Path dataDirectory) {
    var isNew = !NodeName.isRemembered(dataDirectory);
    var name = NodeName.of(dataDirectory, "");
    if (!store.isShared()) {
      return name.name();
    }
    try {
      return store.read(
          tables -> {
            refuseTaken(tables, name);
            var servers =
                tables.nodes().list().stream()
                    .filter(node -> node.kind() == NodeSetup.Kind.SERVER)
                    .toList();
            if (!servers.isEmpty()
                && servers.stream().noneMatch(node -> node.name().equals(name.name()))) {
              throw new RefusedNodeException(notJoined(dataDirectory, servers));
            }
            return name.name();
          });
    } catch (RefusedNodeException e) {
      if (isNew) {
        NodeName.forget(dataDirectory);
      }
      throw e;
    }
  }

  private static String notJoined(Path dataDirectory, List<KnownNode> servers) {
    return "The database is that of %s, and %s is the data directory of none of these: repositories and attempts would be at home where no server runs. Stop the server on whose machine they are and name its directory with --data-dir; or start 'baton serve' once with this directory and database, stop it, then repeat this"
        .formatted(
            servers.stream()
                .map(server -> "server '%s'".formatted(server.name()))
                .collect(Collectors.joining(", ")),
            dataDirectory);
  }

  private static void refuseTaken(Tables tables, NodeName name) {
    tables
        .nodes()
        .findIdentity(name.name())
        .filter(identity -> !identity.equals(name.identity()))
        .flatMap(_ -> tables.nodes().find(name.name()))
        .ifPresent(
            other -> {
              throw new RefusedNodeException(taken(other));
            });
  }

  private static String taken(KnownNode other) {
    return "The name '%s' is taken by a %s with another data directory, last seen %s: %s"
        .formatted(
            other.name(),
            other.kind().wireName(),
            other.seenAt(),
            other.isLive()
                ? "choose another with --name"
                : "choose another with --name, or, if it never comes back, give the name free with 'baton node remove %s' at a server"
                    .formatted(other.name()));
  }

  private static Path real(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("Data directory %s cannot be used".formatted(directory), e);
    }
  }

  /**
   * True if another data directory has the name by now: this node was removed while it was away,
   * and whoever came in its place was called the same.
   */
  public boolean isReplaced(Tables tables) {
    return tables
        .nodes()
        .findIdentity(name)
        .filter(identity -> !identity.equals(beginning.identity()))
        .isPresent();
  }

  /** True if what an attempt has is here; one that was not placed yet has nothing anywhere. */
  public boolean has(Attempt attempt) {
    return attempt.home().isEmpty() || attempt.home().equals(Optional.of(name));
  }

  /** Refuses what can be done only where the workspace of the attempt is. */
  public void refuseForeign(Tables tables, Attempt attempt) {
    if (!has(attempt)) {
      var home = attempt.home().orElse("unknown");
      var lastSeen = tables.nodes().findSeen(home).map(Instant::toString);
      throw new AtOtherNode(
          home,
          "The workspace and the programs of attempt %s are on node '%s', %s"
              .formatted(
                  attempt.id(),
                  home,
                  lastSeen.map("last seen "::concat).orElse("which nobody knows any more")),
          (lastSeen.isPresent()
                  ? "Repeat the call when the node is back: it finds again what runs there."
                  : "Let the attempt go on elsewhere with move_attempt.")
              + " get_attempt_status and tail_attempt_logs answer meanwhile",
          Map.of("attempt_id", attempt.id(), "last_seen", lastSeen.orElse("never")));
    }
  }

  /** A node may not begin, for a reason that its user can do something about. */
  public static final class RefusedNodeException extends RuntimeException {
    RefusedNodeException(String message) {
      super(message);
    }
  }
}
