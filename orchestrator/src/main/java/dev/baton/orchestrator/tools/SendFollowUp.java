package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolBuilder;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.followup.FollowUp.TaskFollowUp;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class SendFollowUp {
  record Request(
      @Description(FieldText.TASK_ID) UUID taskId,
      @Description("What to tell the agent, at most 1000000 characters") String prompt,
      @Description(FieldText.VARIANT_OF_MESSAGE) Optional<String> variant,
      @Description(FieldText.MODEL) Optional<String> model,
      @Description(FieldText.EFFORT) Optional<String> effort,
      @Description(FieldText.IMAGES_OF_MESSAGE) Optional<List<String>> images,
      @Description(FieldText.REQUEST_ID) Optional<String> requestId) {}

  /** What people may say besides. */
  record RequestOfPeople(
      @Inline Request message, @Description(FieldText.FORCE) Optional<Boolean> force)
      implements Forced<Request> {}

  record Response(
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description("The attempt that got it") UUID attemptId,
      @Description(FieldText.ID_OF_PROCESS) UUID executionProcessId) {}

  private static final String NAME = "send_follow_up";

  private SendFollowUp() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return described(BatonTool.named(NAME, Request.class, Response.class), orchestrator)
        .handler(Forced.never(orchestrator, SendFollowUp::handle));
  }

  /** The same for people, who may pass a budget. */
  static Tool<RequestOfPeople, Response> toolOfPeople(Supplier<Orchestrator> orchestrator) {
    return described(BatonTool.named(NAME, RequestOfPeople.class, Response.class), orchestrator)
        .handler(Forced.handler(orchestrator, SendFollowUp::handle));
  }

  private static <I> ToolBuilder<I, Response> described(
      ToolBuilder<I, Response> tool, Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(tool, orchestrator)
        .title("Follow up a task")
        .description(
            """
            Tells the agent of a task's newest attempt more; finds that attempt by itself.
            Use when: you have a task_id and the newest attempt is meant.
            Required: task_id, prompt.
            Optional: variant, model, effort, images, request_id.
            Next: get_attempt_status with the attempt_id and wait_ms.
            Avoid: calling it while the attempt runs (attempt_busy); follow_up can queue.\
            """)
        .annotations(Hints.RUNS_AGENT);
  }

  private static Response handle(
      Orchestrator orchestrator, Request request, boolean force, RequestContext context) {
    var shown =
        ImageField.ShownImages.read(
            request.images().orElse(List.of()), NAME, orchestrator.images(), context);
    var started =
        orchestrator
            .followUps()
            .send(
                new Caller(context.owner(), request.requestId()),
                new TaskFollowUp(
                    request.taskId(),
                    request.prompt(),
                    request.variant(),
                    new ModelChoice(request.model(), request.effort()),
                    shown.kept(),
                    shown.files(),
                    force));
    return new Response(request.taskId(), started.attemptId(), started.executionProcessId());
  }
}
