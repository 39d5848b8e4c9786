package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolBuilder;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.followup.AttemptTurns.Conversation;
import dev.baton.orchestrator.followup.AttemptTurns.RetriedTurn;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.followup.Images;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class RetryTurn {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Number of the turn, from list_turns") BigInteger turn,
      @Description("Default the same as then") Optional<String> prompt,
      @Description("Default that of then") Optional<String> variant,
      @Description(FieldText.MODEL) Optional<String> model,
      @Description(FieldText.EFFORT) Optional<String> effort,
      @Description("As in follow_up; default those of then") Optional<List<String>> images) {
    RetryRequest toRetryRequest(boolean overBudget, Images store, RequestContext context) {
      var shown = images.map(chosen -> ImageField.ShownImages.read(chosen, NAME, store, context));
      return new RetryRequest(
          attemptId,
          Limits.index(turn),
          prompt,
          variant,
          new ModelChoice(model, effort),
          shown.map(ImageField.ShownImages::kept),
          shown.map(ImageField.ShownImages::files).orElse(List.of()),
          overBudget);
    }
  }

  /** What people may say besides. */
  record RequestOfPeople(
      @Inline Request message, @Description(FieldText.FORCE) Optional<Boolean> force)
      implements Forced<Request> {}

  record Response(
      @Description(FieldText.ID_OF_SESSION) UUID sessionId,
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description(FieldText.ID_OF_PROCESS) UUID executionProcessId,
      @Description("Always started") FollowUpTool.Status status,
      @Description("Refs of dropped work") List<String> keptRefs,
      @Description("Targets brought back") List<String> targets,
      @Description("summarised: told what was said") Conversation conversation) {
    static Response of(RetriedTurn retried) {
      var started = retried.started();
      return new Response(
          started.sessionId(),
          started.attemptId(),
          started.executionProcessId(),
          FollowUpTool.Status.STARTED,
          retried.keptRefs(),
          retried.targets(),
          retried.conversation());
    }
  }

  private static final String NAME = "retry_turn";

  private RetryTurn() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return described(BatonTool.named(NAME, Request.class, Response.class))
        .handler(Forced.never(orchestrator, RetryTurn::handle));
  }

  /** The same for people, who may pass a budget. */
  static Tool<RequestOfPeople, Response> toolOfPeople(Supplier<Orchestrator> orchestrator) {
    return described(BatonTool.named(NAME, RequestOfPeople.class, Response.class))
        .handler(Forced.handler(orchestrator, RetryTurn::handle));
  }

  private static <I> ToolBuilder<I, Response> described(ToolBuilder<I, Response> tool) {
    return tool.title("Retry turn")
        .description(
            """
            Takes back a turn and all after it, and does it again: workspace and choice of target go
            back to before it (merges stay), what is dropped stays in git under kept_refs, a new
            session is told what was said before and the prompt.
            Use when: an agent went the wrong way.
            Required: attempt_id, turn.
            Optional: prompt, variant, model, effort, images.
            Next: get_attempt_status with wait_ms.
            Avoid: calling it while the attempt runs (attempt_busy).\
            """)
        .annotations(Hints.TALKS_TO_AGENT);
  }

  private static Response handle(
      Orchestrator orchestrator, Request request, boolean force, RequestContext context) {
    return Response.of(
        orchestrator.turns().retry(request.toRetryRequest(force, orchestrator.images(), context)));
  }
}
