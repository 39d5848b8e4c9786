package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.mcp.workflow.Told.trace;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.run.WorkflowHost;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Workflows whose steps are made anew for each run. */
class UnfoldingTest {
  private static final SequentialWorkflow OUTLINE =
      SequentialWorkflow.named("fetch-all")
          .describedAs("Fetch all notes")
          .promptArg("ids", "Which notes, with commas between")
          .step("note", Tools.FETCH, arg("id", promptArg("ids")))
          .build();

  /** A step for every note that is asked for, as long as there are notes. */
  private static final class Notes implements Unfolding {
    private boolean isEmpty;

    @Override
    public JsonNode find(SequentialWorkflow outline, ObjectNode arguments, WorkflowHost host) {
      return isEmpty ? StringNode.valueOf("") : arguments.path("ids");
    }

    @Override
    public SequentialWorkflow unfold(SequentialWorkflow outline, JsonNode found) {
      var builder = SequentialWorkflow.named(outline.name());
      for (var id : found.asString("").split(",", -1)) {
        if (outline.durable()) {
          builder.step("note_" + id, Tools.WIPE, arg("target", constant(id)));
        } else {
          builder.step("note_" + id, Tools.FETCH, arg("id", constant(id)));
        }
      }
      return outline.withSteps(builder.build().steps());
    }
  }

  private static WorkflowServer server() {
    return WorkflowServer.with(
        builder -> builder.part(Workflows.of().withUnfolding(OUTLINE, new Notes())));
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
  void a_durable_run_goes_on_with_the_steps_that_it_began_with() {
    var notes = new Notes();
    var outline =
        SequentialWorkflow.named("wipe-all")
            .describedAs("Wipe all notes")
            .promptArg("ids", "Which notes, with commas between")
            .step("note", Tools.WIPE, arg("target", promptArg("ids")))
            .durable()
            .build();
    UnaryOperator<McpServerBuilder> parts =
        builder -> builder.part(Workflows.of().withUnfolding(outline, notes));
    try (var first = WorkflowServer.with(parts)) {
      var client = first.modern(false, Told.TASKS);
      var id = taskId(prompt(client, "wipe-all", "{'ids': 'n1,n2'}"));
      notes.isEmpty = true;
      try (var server = first.restarted(parts)) {
        var later = server.modern(false, Told.TASKS);
        var status = structured(call(later, "workflow_status", "{}", "{}"));
        assertThat(status.path("remaining"))
            .extracting(step -> step.path("step").asString(""))
            .containsExactly("note_n1", "note_n2");
        var resumed =
            structured(call(later, "workflow_resume", "{'inputs': {'note_n1': {}}}", "{}"));
        assertThat(resumed.path("remaining"))
            .extracting(step -> step.path("step").asString(""))
            .containsExactly("note_n2");
        var again = prompt(later, "wipe-all", "{}", "{'_task_id': '%s'}".formatted(id));
        assertThat(last(again)).contains("wipe", "n2");
      }
    }
  }
}
