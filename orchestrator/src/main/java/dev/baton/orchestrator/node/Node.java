package dev.baton.orchestrator.node;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One of the servers that share a database.
 *
 * @param name the same after a restart, and another for each server
 */
public record Node(String name) {
  /** The server of a data directory joins those that use the database. */
  public static Node join(Store store, Path dataDirectory) {
    var node = new Node(NodeName.of(dataDirectory));
    return store.write(
        tables -> {
          tables.attempts().adopt(node.name(), dataDirectory);
          return node;
        });
  }

  public boolean has(Attempt attempt) {
    return attempt.home().equals(Optional.of(name));
  }

  /** Refuses what can be done only where the workspace of the attempt is. */
  public void refuseForeign(Tables tables, Attempt attempt) {
    if (!has(attempt)) {
      var home = attempt.home().orElse("unknown");
      var seen = tables.nodes().findSeen(home).map(Instant::toString).orElse("never");
      throw new ToolFailure(
          BoardFailureCode.NODE_UNAVAILABLE,
          "The workspace and the programs of attempt %s are on server '%s', last seen %s"
              .formatted(attempt.id(), home, seen),
          "Repeat the call at that server, after starting it if it is down: it finds again what"
              + " runs there. get_attempt_status and tail_attempt_logs answer here too",
          Map.of("attempt_id", attempt.id(), "node", home, "last_seen", seen));
    }
  }
}
