package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.AttemptOwner;
import dev.baton.orchestrator.Orchestrator;
import java.util.Map;
import java.util.Optional;

/** How far agents reach: they read all, and change their own attempt, task and project's tasks. */
final class AgentReach {
  private AgentReach() {}

  /** Fails if the caller is an agent and the request changes what is not its own. */
  static void require(Object request, RequestContext context, Orchestrator orchestrator) {
    if (request instanceof Change change) {
      AttemptOwner.of(context.owner())
          .filter(agent -> !isOwn(change.subject(), agent, orchestrator))
          .ifPresent(AgentReach::refuse);
    }
  }

  private static boolean isOwn(
      Change.Subject subject, AttemptOwner agent, Orchestrator orchestrator) {
    var id = agent.attemptId();
    return switch (subject) {
      case Change.OfAttempt attempt -> attempt.id().equals(id);
      case Change.OfSession session ->
          orchestrator.findAttemptBySession(session.id()).equals(Optional.of(id));
      case Change.OfTask task -> task.id().equals(orchestrator.context(id).task().id());
      case Change.InProject project -> project.id().equals(orchestrator.context(id).project().id());
      case Change.OfBoard _ -> false;
    };
  }

  private static void refuse(AttemptOwner agent) {
    throw new ToolFailure(
        FailureCode.INVALID_ARGUMENT,
        "The agent of attempt %s may not change this".formatted(agent.attemptId()),
        "An agent's token is good for its own attempt %s only; ask the user"
            .formatted(agent.attemptId()),
        Map.of("attempt_id", agent.attemptId()));
  }
}
