package dev.baton.orchestrator.followup;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.NotFound;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import java.util.Map;
import java.util.UUID;

/** Finds the attempt and the session that a message goes to. Thread safe. */
public final class Addressees {
  /** Whom a message goes to. */
  record Addressee(Attempt attempt, AgentSession session) {}

  private final Node node;
  private final AgentExecutors executors;
  private final AttemptWorkspaces workspaces;

  Addressees(Node node, AgentExecutors executors, AttemptWorkspaces workspaces) {
    this.node = node;
    this.executors = executors;
    this.workspaces = workspaces;
  }

  /** Whom this message goes to; refused if the agent cannot take it. */
  Addressee find(Tables tables, FollowUp followUp) {
    RequiredText.prompt(followUp.promptText());
    var addressee = find(tables, followUp.target());
    node.refuseForeign(tables, addressee.attempt());
    executors.requireAvailable(addressee.attempt());
    executors.variant(addressee.attempt().executor(), followUp.variant().orElse(""));
    executors.check(addressee.attempt().executor(), followUp.choice());
    Images.check(tables, addressee.attempt(), followUp.images());
    if (addressee.session().isLost() && followUp.variant().isEmpty()) {
      throw new ToolFailure(
          BoardFailureCode.SESSION_LOST,
          "The agent no longer knows session %s".formatted(addressee.session().id()),
          "Repeat the call with variant NO_CONTEXT: it starts a new conversation in the same"
              + " workspace, with a summary of the old one",
          Map.of("session_id", addressee.session().id()));
    }
    return addressee;
  }

  /** The attempt is locked until the transaction ends. */
  Addressee find(Tables tables, FollowUpTarget target) {
    var session = target.sessionId().map(id -> loadSession(tables, id));
    var attemptId = session.map(AgentSession::attemptId).or(target::attemptId).orElseThrow();
    tables.lock("attempt " + attemptId);
    var attempt = CallSubject.attempt(tables, attemptId);
    workspaces.refuseIfHeld(attemptId);
    return new Addressee(attempt, session.orElseGet(() -> latestOf(tables, attempt)));
  }

  private static AgentSession loadSession(Tables tables, UUID id) {
    return tables.sessions().find(id).orElseThrow(NotFound.session(id));
  }

  public static AgentSession latestOf(Tables tables, Attempt attempt) {
    return tables
        .sessions()
        .findLatest(attempt.id())
        .orElseThrow(() -> CallSubject.notBegun(attempt));
  }
}
