package dev.baton.examples.conformance;

import dev.baton.examples.conformance.ConformanceServer.Nothing;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import java.time.Duration;
import java.util.List;

/** Tools that run as tasks, and one that does not. */
final class TaskTools {
  record Name(@Description("Who is greeted") String name) {}

  record Work(
      @Description("How long it takes, in seconds") double seconds,
      @Description("A name for the result") String label) {}

  record File(@Description("The file to delete") String filename) {}

  private TaskTools() {}

  static List<Tool<?, ?>> all() {
    return List.of(
        Tool.named("greet", Name.class)
            .description("Greets at once")
            .readOnly()
            .handler((input, context) -> ToolResult.text("Hello, %s!".formatted(input.name()))),
        Tool.named("slow_compute", Work.class)
            .description("Takes its time")
            .taskSupport(TaskSupport.PREFERRED)
            .handler((input, context) -> compute(input)),
        Tool.named("failing_job", Nothing.class)
            .description("Fails in its own words")
            .taskSupport(TaskSupport.REQUIRED)
            .handler((nothing, context) -> ToolResult.error("The job failed")),
        Tool.named("protocol_error_job", Nothing.class)
            .description("Fails with an error of the protocol")
            .taskSupport(TaskSupport.PREFERRED)
            .handler((nothing, context) -> protocolError()),
        Tool.named("confirm_delete", File.class)
            .description("Asks before it deletes")
            .taskSupport(TaskSupport.PREFERRED)
            .handler(TaskTools::confirmDelete),
        Tool.named("multi_input", Nothing.class)
            .description("Asks two things at once")
            .taskSupport(TaskSupport.PREFERRED)
            .handler((nothing, context) -> twoQuestions(context)),
        Tool.named("test_tool_with_task", Nothing.class)
            .description("Asks for a name, then becomes a task")
            .taskSupport(TaskSupport.REQUIRED)
            .beforeTask(context -> context.ask(QuestionTools.nameForm("user_name")))
            .handler(
                (nothing, context) ->
                    ToolResult.text(
                        "Hello, %s!".formatted(QuestionTools.askName(context, "user_name")))));
  }

  private static ToolResult compute(Work work) throws InterruptedException {
    Thread.sleep(Duration.ofMillis(Math.max(0, Math.round(work.seconds() * 1000))));
    return ToolResult.text("%s: computed for %s s".formatted(work.label(), work.seconds()));
  }

  private static ToolResult protocolError() {
    throw new RpcException(ErrorCode.INTERNAL_ERROR, "The job ended with a protocol error");
  }

  private static ToolResult confirmDelete(File file, RequestContext context) {
    var answer =
        context.ask(
            new InputRequest.Elicit(
                "confirm",
                "Delete %s?".formatted(file.filename()),
                QuestionTools.form("confirm", "boolean")));
    var confirmed =
        answer.accepted("confirm").filter(form -> form.path("confirm").asBoolean(false));
    return ToolResult.text(
        confirmed.isPresent() ? "Deleted " + file.filename() : "Kept " + file.filename());
  }

  private static ToolResult twoQuestions(RequestContext context) {
    var answers =
        context.ask(
            new InputRequest.Elicit("first", "First?", QuestionTools.form("confirm", "boolean")),
            new InputRequest.Elicit("second", "Second?", QuestionTools.form("confirm", "boolean")));
    return ToolResult.text("Answers: " + answers.byKey());
  }
}
