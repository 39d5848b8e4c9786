package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.recorded;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.mcp.workflow.Told.trace;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromVariable;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolAnnotations;
import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.TestClient;
import dev.baton.mcp.transport.TestTokens;
import dev.baton.task.TaskLimits;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowBuilder;
import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tools that leave something for later steps of the run that calls them. */
class SetVariablesTest {
  record Note(
      @Description("Name of the variable") String name,
      @Description("What it is set to") String value) {}

  record Noted(
      @Description("If a run keeps it") boolean kept,
      @Description("If the tool has a task of its own") boolean inTask) {}

  private static final ToolHandle<Note, Noted> NOTE = ToolHandle.named("note");

  private static Tool<Note, Noted> note() {
    return Tool.named("note", Note.class, Noted.class)
        .description("Leaves a note for the run")
        .handler(
            (request, context) ->
                new Noted(
                    context.task().set(request.name(), request.value()),
                    context.task().id().isPresent()));
  }

  private static WorkflowBuilder notes() {
    return SequentialWorkflow.named("notes")
        .describedAs("take notes")
        .promptArg("name")
        .promptArg("value")
        .step("note", NOTE, arg("name", promptArg("name")), arg("value", promptArg("value")));
  }

  private static SequentialWorkflow durable() {
    return notes().step("save", Tools.STORE, arg("text", fromVariable("page"))).durable().build();
  }

  private static WorkflowServer serving(TaskLimits limits, SequentialWorkflow workflow) {
    return WorkflowServer.within(
        limits, builder -> builder.tool(note()).part(Workflows.of(workflow)));
  }

  @Test
  void a_later_step_reads_what_a_tool_has_set() {
    var workflow =
        notes()
            .step("again", NOTE, arg("name", constant("copy")), arg("value", constant("x")))
            .step("save", Tools.STORE, arg("text", fromVariable("page")))
            .durable()
            .build();
    try (var server = serving(TaskLimits.DEFAULT, workflow)) {
      var answer =
          prompt(server.client(Way.HTTP_MODERN), "notes", "{'name': 'page', 'value': 'p7'}");

      assertThat(server.tools().texts(Tools.STORE)).containsExactly("p7");
      assertThat(trace(answer).toString()).contains("\"kept\": true", "\"in_task\": false");
      assertThat(server.variable(taskId(answer), "page").asString("")).isEqualTo("p7");
      assertThat(server.variable(taskId(answer), "copy").asString("")).isEqualTo("x");
    }
  }

  @Test
  void names_of_the_server_cannot_be_set() {
    try (var server = serving(TaskLimits.DEFAULT, durable())) {
      for (var name : new String[] {"_workflow.progress", "_workflow.x", "_input.save"}) {
        var answer =
            prompt(
                server.client(Way.HTTP_MODERN),
                "notes",
                "{'name': '%s', 'value': 'x'}".formatted(name));

        assertThat(trace(answer).getLast())
            .contains("Step 'note' failed: '%s' cannot be the name".formatted(name));
        assertThat(server.variable(taskId(answer), "_workflow.progress").has("steps")).isTrue();
      }
    }
  }

  @Test
  void what_does_not_fit_is_refused_and_the_run_is_kept() {
    try (var server = serving(TaskLimits.DEFAULT.withVariableBytes(8_000), durable())) {
      var answer =
          prompt(
              server.client(Way.HTTP_MODERN),
              "notes",
              "{'name': 'page', 'value': '%s'}".formatted("x".repeat(7_000)));

      assertThat(trace(answer).getLast())
          .contains("Step 'note' failed: Variable 'page' of 7", "all its variables have at most 8");
      assertThat(server.variable(taskId(answer), "page").isMissingNode()).isTrue();
      assertThat(
              server.variable(taskId(answer), "_workflow.pause_reason").path("type").asString(""))
          .isEqualTo("toolError");
    }
  }

  @Test
  void without_a_durable_run_nothing_is_kept_and_the_tool_knows() {
    try (var server = serving(TaskLimits.DEFAULT, notes().build())) {
      var answer =
          prompt(server.client(Way.HTTP_MODERN), "notes", "{'name': 'page', 'value': 'p7'}");

      assertThat(trace(answer).toString()).contains("\"kept\": false", "\"in_task\": false");
    }
  }

  /** Sets a variable in a step that is handed off, which a later step reads. */
  private static WorkflowServer erasing(TaskLimits limits) {
    var erase =
        Tool.named("erase", Note.class, Noted.class)
            .description("Erases a page, and notes it for the run")
            .annotations(ToolAnnotations.of(false, true, true, false))
            .handler(
                (request, context) ->
                    new Noted(
                        context.task().set(request.name(), request.value()),
                        context.task().id().isPresent()));
    var workflow =
        SequentialWorkflow.named("erasing")
            .describedAs("erase a page")
            .step(
                "erase",
                ToolHandle.named("erase"),
                arg("name", constant("page")),
                arg("value", constant("p7")))
            .step("save", Tools.STORE, arg("text", fromVariable("page")))
            .durable()
            .build();
    return WorkflowServer.within(
        limits, builder -> builder.tool(erase).part(Workflows.of(workflow)));
  }

  private static Answer erase(TestClient client, String name, String value, String meta) {
    return call(client, "erase", "{'name': '%s', 'value': '%s'}".formatted(name, value), meta);
  }

  private static String named(String run) {
    return "{'_task_id': '%s'}".formatted(run);
  }

  @ParameterizedTest
  @EnumSource
  void the_call_that_a_handoff_proposes_sets_variables_of_its_run(Way way) {
    try (var server = erasing(TaskLimits.DEFAULT)) {
      var client = server.client(way);
      var handoff = prompt(client, "erasing", "{}");
      assertThat(trace(handoff).getLast()).contains("call erase with");

      var erased = erase(client, "page", "p7", named(taskId(handoff)));
      assertThat(structured(erased).path("kept").asBoolean()).isTrue();
      assertThat(recorded(erased).path("step").asString("")).isEqualTo("erase");
      call(client, "workflow_resume", "{}", "{}");

      assertThat(server.tools().texts(Tools.STORE)).containsExactly("p7");
    }
  }

  @Test
  void a_call_for_a_run_sets_what_a_step_of_it_could_and_no_more() {
    try (var server = erasing(TaskLimits.DEFAULT.withVariableBytes(8_000))) {
      var client = server.client(Way.HTTP_MODERN);
      var run = taskId(prompt(client, "erasing", "{}"));

      assertThat(structured(erase(client, "_workflow.x", "v", named(run))).toString())
          .contains("'_workflow.x' cannot be the name");
      assertThat(structured(erase(client, "page", "x".repeat(7_500), named(run))).toString())
          .contains("does not fit into run");
      assertThat(server.variable(run, "page").isMissingNode()).isTrue();
    }
  }

  @Test
  void a_call_that_belongs_to_no_open_run_of_its_caller_sets_nothing() {
    try (var server = erasing(TaskLimits.DEFAULT)) {
      var client = server.client(Way.HTTP_MODERN);
      var run = taskId(prompt(client, "erasing", "{}"));
      var otherStep = "{'_task_id': '%s', 'dev.baton/step': 'save'}".formatted(run);

      for (var answer :
          List.of(
              erase(client, "page", "v", "{}"),
              erase(client, "page", "v", named("none")),
              erase(client, "page", "v", otherStep),
              erase(server.of(TestTokens.BOB), "page", "v", named(run)))) {
        assertThat(structured(answer).path("kept").asBoolean(true)).isFalse();
      }
      assertThat(server.variable(run, "page").isMissingNode()).isTrue();
      client.request("tasks/cancel", "{'taskId': '%s'}".formatted(run));
      var late = erase(client, "page", "v", named(run));
      assertThat(structured(late).path("kept").asBoolean(true)).isFalse();
      assertThat(recorded(late).path("reason").asString("")).contains("is cancelled already");
    }
  }
}
