package dev.baton.orchestrator.shipping;

import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.remote.RemoteAnswer;
import dev.baton.orchestrator.remote.RemoteOperations;
import dev.baton.orchestrator.review.AttemptWork;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.WorkspaceChanges;
import dev.baton.orchestrator.workspace.Workspace;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The work of attempts as it is shipped: all of it, at the home of its repositories. A node that
 * lives is asked to bring its work there first; of one that is away, what came home before is the
 * work. Thread safe.
 */
public final class DeliveredWork {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveredWork.class);

  /** What nodes ask each other for. */
  public static final String KIND = "delivery";

  private static final String COMMITTED = "committed";

  private final Store store;
  private final Node node;
  private final AttemptWorkspaces workspaces;
  private final AttemptWork work;
  private final WorkspaceChanges changes;
  private final RemoteOperations elsewhere;

  public DeliveredWork(
      Store store,
      Node node,
      AttemptWorkspaces workspaces,
      AttemptWork work,
      WorkspaceChanges changes,
      RemoteOperations elsewhere) {
    this.store = store;
    this.node = node;
    this.workspaces = workspaces;
    this.work = work;
    this.changes = changes;
    this.elsewhere = elsewhere;
  }

  /** Refuses what another node has to do: that of the repositories, or that of the workspace. */
  void requireHere(Attempt attempt) {
    if (!attempt.isRunning()) {
      workspaces.refuseAwayFromHome(attempt);
    }
    if (attempt.isRunning() || workspaces.describeStandIn(attempt).isEmpty()) {
      store.read(tables -> CallSubject.attemptOf(node, tables, attempt.id()));
    }
  }

  /** True if work of an attempt is shipped from here as long as it rests. */
  boolean isHere(Attempt attempt) {
    return workspaces.describeStandIn(attempt).isPresent()
        || (node.has(attempt) && workspaces.findHomeElsewhere(attempt).isEmpty());
  }

  /** The workspace, or what came home of it; what is not committed stays so. */
  Workspace load(Attempt attempt) {
    return load(attempt, false);
  }

  /** The same; another node commits first what is not committed, so that it goes on from that. */
  Workspace loadCommitted(Attempt attempt) {
    return load(attempt, true);
  }

  private Workspace load(Attempt attempt, boolean isCommitted) {
    if (workspaces.describeStandIn(attempt).isEmpty()) {
      return work.workspace(attempt.id());
    }
    request(attempt, isCommitted);
    var standIn = isCommitted ? workspaces.findStandIn(attempt) : workspaces.showStandIn(attempt);
    return standIn.orElseGet(() -> work.workspace(attempt.id()));
  }

  /** Commits what is not committed yet of work that was loaded. */
  void commit(Attempt attempt) {
    changes.requireCommit(attempt);
    if (!node.has(attempt) && !workspaces.settle(attempt)) {
      throw new ToolFailure(
          BoardFailureCode.ATTEMPT_BUSY,
          "Node '%s' brought more work of attempt %s meanwhile; nothing was done"
              .formatted(attempt.home().orElse(""), attempt.id()),
          "Repeat the call: it then takes all of it",
          Map.of("attempt_id", attempt.id()));
    }
  }

  /** The node of an attempt that was merged learns of it; if it does not, it does so later. */
  void tellMerged(Attempt attempt) {
    if (node.has(attempt)) {
      return;
    }
    try {
      request(attempt, true);
    } catch (ToolFailure | StorageException e) {
      // why no failure: what is merged is merged
      LOG.debug("Attempt {} follows its merge later", attempt.id(), e);
    }
  }

  private void request(Attempt attempt, boolean isCommitted) {
    var there = attempt.home().orElseThrow();
    if (!elsewhere.isLive(there)) {
      return;
    }
    var request =
        Json.object()
            .put(RemoteOperations.KIND, KIND)
            .put("attempt_id", attempt.id().toString())
            .put(COMMITTED, isCommitted);
    try {
      var done = elsewhere.call(there, KIND, request);
      LOG.debug("Work of attempt {} came from node {}: {}", attempt.id(), there, done);
    } catch (ToolFailure e) {
      if (!e.code().equals(BoardFailureCode.NODE_UNAVAILABLE)) {
        throw e;
      }
      // why looked at again: it may have died just now
      if (elsewhere.isLive(there)) {
        throw notAtHome(attempt, there, e);
      }
    }
  }

  private static ToolFailure notAtHome(Attempt attempt, String there, ToolFailure reason) {
    return new ToolFailure(
        BoardFailureCode.NODE_UNAVAILABLE,
        "The work of node '%s' is not at home yet: %s".formatted(there, reason.getMessage()),
        "Nothing was done. Mend what is said there, then repeat the call: the node brings its work"
            + " as soon as it can",
        Map.of("attempt_id", attempt.id(), "node", there));
  }

  /** Answers such a request of another node. */
  public ObjectNode answer(ObjectNode request) {
    try {
      deliver(
          UUID.fromString(request.path("attempt_id").asString("")),
          request.path(COMMITTED).asBoolean(false));
      return RemoteAnswer.of(ToolResult.structured(Json.object()));
    } catch (RuntimeException e) {
      if (CallFailures.of(e) instanceof ToolFailure failure) {
        return RemoteAnswer.of(ToolResult.failure(failure));
      }
      throw e;
    }
  }

  private void deliver(UUID attemptId, boolean isCommitted) {
    var attempt = store.read(tables -> CallSubject.attemptOf(node, tables, attemptId));
    if (!attempt.hasWorkspace()) {
      throw CallSubject.notBegun(attempt);
    }
    if (isCommitted) {
      commitHere(attempt);
    }
    workspaces
        .bringHome(attempt)
        .ifPresent(
            reason -> {
              throw new ToolFailure(
                  BoardFailureCode.NODE_UNAVAILABLE, reason, "Repeat the call when it is mended");
            });
  }

  /** Commits as a merge does whose repositories are here. */
  private void commitHere(Attempt attempt) {
    var ignored =
        UninterruptedWork.call(
            () ->
                workspaces.deliver(
                    attempt.id(),
                    () -> {
                      CallSubject.refuseBusy(
                          store.read(tables -> CallSubject.attempt(tables, attempt.id())));
                      var workspace = work.workspace(attempt.id());
                      workspaces.followMerges(attempt);
                      changes.requireCommit(attempt);
                      return workspace;
                    }));
  }
}
