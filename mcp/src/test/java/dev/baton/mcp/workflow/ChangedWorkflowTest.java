package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of workflows that changed while they were paused. */
class ChangedWorkflowTest {
  private static SequentialWorkflow release(String... stored) {
    WorkflowBuilder builder = SequentialWorkflow.named("release").describedAs("release it");
    for (var name : stored) {
      builder =
          name.equals("stop")
              ? builder.step(name, Tools.WIPE, arg("target", constant("x")))
              : builder.step(name, Tools.STORE, arg("text", constant(name)));
    }
    return builder.durable().build();
  }

  private static final String CHANGED =
      "Workflow 'release' has changed since this run began: it was at step 'save', which the"
          + " workflow has no more, and step 'keep' is new. The server does not go on, because it"
          + " might do the same work twice";

  @ParameterizedTest
  @EnumSource
  void a_step_that_was_done_is_not_done_again_under_another_name(Way way) {
    try (var first = WorkflowServer.serving(release("save", "stop", "tell"))) {
      var id = taskId(prompt(first.client(way), "release", "{}"));
      try (var server = first.restarted(release("keep", "stop", "tell"))) {
        var client = server.client(way);
        var refused = structured(call(client, "workflow_resume", "{'inputs': {'stop': {}}}", "{}"));
        assertThat(refused.path("code").asString("")).isEqualTo("not_found");
        assertThat(refused.path("message").asString("")).isEqualTo(CHANGED);
        var status = structured(call(client, "workflow_status", "{}", "{}"));
        assertThat(status.path("handoff").asString(""))
            .isEqualTo(
                CHANGED
                    + (". Done: 'save' (store). Open: 'stop' (wipe), 'tell' (store). Make the calls"
                            + " yourself that are still wanted, then call workflow_complete with"
                            + " {\"task_id\": \"%1$s\", \"result\": \"<what came of it>\"}; or have the"
                            + " workflow served as it was, then call workflow_resume with"
                            + " {\"task_id\": \"%1$s\"}.")
                        .formatted(id));
        assertThat(status.path("steps").path(0).path("name").asString("")).isEqualTo("save");
        var prompted = prompt(client, "release", "{}", "{'_task_id': '%s'}".formatted(id));
        assertThat(prompted.code()).isEqualTo(-32602);
        assertThat(prompted.error().path("message").asString("")).startsWith(CHANGED);
        assertThat(server.tools().calls(Tools.STORE)).isZero();
        assertThat(
                structured(call(client, "workflow_complete", "{'result': 'by hand'}", "{}"))
                    .path("status")
                    .asString(""))
            .isEqualTo("completed");
      }
    }
  }

  @Test
  void a_step_that_was_added_is_done_once() {
    try (var first = WorkflowServer.serving(release("save", "stop"))) {
      var id = taskId(prompt(first.client(Way.STDIO_MODERN), "release", "{}"));
      try (var server = first.restarted(release("save", "check", "stop", "tell"))) {
        var client = server.client(Way.STDIO_MODERN);
        call(client, "workflow_resume", "{}", "{}");
        assertThat(server.tools().texts(Tools.STORE)).containsExactly("check");
        assertThat(names(server, id)).containsExactly("save", "check", "stop", "tell");
        call(client, "workflow_resume", "{'inputs': {'stop': {}}}", "{}");
        assertThat(server.tools().texts(Tools.STORE)).containsExactly("check", "tell");
        assertThat(server.task(id).status().wireName()).isEqualTo("completed");
      }
    }
  }

  @Test
  void a_step_that_was_removed_is_not_missed() {
    try (var first = WorkflowServer.serving(release("save", "stop", "tell"))) {
      prompt(first.client(Way.STDIO_MODERN), "release", "{}");
      try (var server = first.restarted(release("stop", "tell"))) {
        var client = server.client(Way.STDIO_MODERN);
        var resumed = structured(call(client, "workflow_resume", "{'inputs': {'stop': {}}}", "{}"));
        assertThat(resumed.path("status").asString("")).isEqualTo("completed");
        assertThat(server.tools().texts(Tools.STORE)).containsExactly("tell");
      }
    }
  }

  private static List<String> names(WorkflowServer server, String id) {
    return RunRecords.progress(server.task(id))
        .path("steps")
        .valueStream()
        .map(step -> step.path("name").asString(""))
        .toList();
  }
}
