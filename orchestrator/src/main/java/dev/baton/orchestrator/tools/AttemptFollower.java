package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Waits until the run of an attempt ends, and puts its agent's questions before the user. */
final class AttemptFollower {
  /** How long to wait while a question is open that cannot be asked here. */
  private static final Duration OPEN_QUESTION = Duration.ofSeconds(1);

  private final Orchestrator orchestrator;
  private final ApprovalForms forms;

  AttemptFollower(Orchestrator orchestrator) {
    this.orchestrator = orchestrator;
    this.forms = new ApprovalForms(orchestrator);
  }

  AttemptStatus awaitEnd(UUID attemptId, RequestContext context) throws Exception {
    var leftOpen = new HashSet<UUID>();
    var status = orchestrator.attempts().status(StatusQuery.now(attemptId));
    while (!isOver(status)) {
      ask(status, context, leftOpen);
      status = orchestrator.attempts().status(next(status));
    }
    return status;
  }

  private static boolean isOver(AttemptStatus status) {
    return switch (status.attempt().state()) {
      case AttemptState.Running _ -> false;
      // why: with a message of later in line, the run that is followed here is over
      case AttemptState.InLine line -> !(line.before() instanceof AttemptState.NotBegun);
      case AttemptState.AtRest _ -> true;
    };
  }

  private void ask(AttemptStatus status, RequestContext context, Set<UUID> leftOpen)
      throws Exception {
    for (var approval : status.pendingApprovals()) {
      if (forms.canAsk(context)
          && !leftOpen.contains(approval.id())
          && !forms.settle(approval, context)) {
        leftOpen.add(approval.id());
      }
    }
  }

  // why: with a state to differ from, an open question is an answer too, and this would not wait
  private static StatusQuery next(AttemptStatus status) {
    var state = status.attempt().state().name();
    return status.needsInput()
        ? new StatusQuery(status.attempt().id(), OPEN_QUESTION, Optional.empty())
        : new StatusQuery(status.attempt().id(), StatusQuery.MAX_WAIT, Optional.of(state));
  }
}
