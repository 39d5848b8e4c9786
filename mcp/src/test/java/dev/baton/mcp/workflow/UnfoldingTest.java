package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.mcp.workflow.Told.trace;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.run.WorkflowHost;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Workflows whose steps are made anew for each run. */
class UnfoldingTest {
  private static final SequentialWorkflow OUTLINE =
      SequentialWorkflow.named("fetch-all")
          .describedAs("Fetch all notes")
          .promptArg("ids", "Which notes, with commas between")
          .step("note", Tools.FETCH, arg("id", promptArg("ids")))
          .build();

  private static SequentialWorkflow unfold(
      SequentialWorkflow outline, ObjectNode arguments, WorkflowHost host) {
    var builder = SequentialWorkflow.named(outline.name());
    for (var id : arguments.path("ids").asString("").split(",", -1)) {
      builder.step("note_" + id, Tools.FETCH, arg("id", constant(id)));
    }
    return outline.withSteps(builder.build().steps());
  }

  private static WorkflowServer server() {
    return WorkflowServer.with(
        builder -> builder.part(Workflows.of().withUnfolding(OUTLINE, UnfoldingTest::unfold)));
  }

  @Test
  void a_prompt_runs_the_steps_that_its_arguments_make() {
    try (var server = server()) {
      var told = trace(prompt(server.modern(false, Told.NOTHING), "fetch-all", "{'ids': 'n1,n2'}"));

      assertThat(told)
          .filteredOn(text -> text.startsWith("assistant: Calling tool 'fetch'"))
          .hasSize(2)
          .anySatisfy(text -> assertThat(text).contains("\"n1\""))
          .anySatisfy(text -> assertThat(text).contains("\"n2\""));
      assertThat(told).anySatisfy(text -> assertThat(text).contains("Here's my plan", "2. fetch"));
    }
  }

  @Test
  void so_does_the_tool() {
    try (var server = server()) {
      var answer =
          server
              .modern(false, Told.NOTHING)
              .request("tools/call", Told.call("run_fetch_all", "{'ids': 'n1,n2,n3'}"));

      assertThat(structured(answer).path("steps")).hasSize(3);
      assertThat(structured(answer).path("result").path("id").asString("")).isEqualTo("n3");
    }
  }

  @Test
  void a_durable_workflow_is_refused() {
    var durable =
        SequentialWorkflow.named("later")
            .describedAs("Fetch later")
            .step("note", Tools.FETCH, arg("id", constant("n1")))
            .durable()
            .build();

    assertThatThrownBy(() -> Workflows.of().withUnfolding(durable, UnfoldingTest::unfold))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Workflow 'later' is durable, and its steps differ from run to run: make it not durable");
  }
}
