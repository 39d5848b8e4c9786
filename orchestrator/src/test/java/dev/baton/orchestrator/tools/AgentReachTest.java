package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.AttemptOwner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Agents change what is their own, and read the rest. */
class AgentReachTest {
  @TempDir Path directory;
  private ToolBench bench;
  private String own;
  private ToolClient agent;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory);
    own = bench.attempt("say own");
    bench.awaitEnd(own);
    agent =
        ToolClient.modern(
            bench.server(), new AttemptOwner(UUID.fromString(own)).toTaskOwner(), "{}");
  }

  @AfterEach
  void close() {
    agent.close();
    bench.close();
  }

  private void assertRefused(String tool, String arguments) {
    var refused = agent.fail(tool, arguments);
    assertThat(refused.path("code").asString()).as(tool).isEqualTo("invalid_argument");
    assertThat(refused.path("message").asString())
        .isEqualTo("The agent of attempt %s may not change this".formatted(own));
    assertThat(refused.path("hint").asString())
        .isEqualTo(
            "An agent's token is good for its own attempt %s only; ask the user".formatted(own));
  }

  @Test
  void what_belongs_to_others_can_be_read_and_not_changed() {
    var project = bench.project();
    var task = bench.task(project, "Other");
    var attempt =
        bench
            .client()
            .call("start_task_attempt", ToolBench.start(task, "say other"))
            .path("attempt_id")
            .asString();
    var session = bench.awaitEnd(attempt).path("latest_session_id").asString();

    Map.of(
            "stop_attempt", ToolBench.attemptId(attempt),
            "merge_attempt", ToolBench.attemptId(attempt),
            "delete_attempt", ToolBench.attemptId(attempt),
            "update_task", "{'task_id': '%s', 'title': 'Mine'}".formatted(task),
            "delete_task", "{'task_id': '%s'}".formatted(task),
            "send_follow_up", "{'task_id': '%s', 'prompt': 'say x'}".formatted(task),
            "create_task", "{'project_id': '%s', 'title': 'x'}".formatted(project),
            "create_project",
                "{'name': 'x', 'repos': [{'path': '%s'}]}".formatted(bench.repository()),
            "add_repo", "{'project_id': '%s', 'path': '%s'}".formatted(project, bench.repository()),
            "start_task_attempt", "{'task_id': '%s', 'executor': 'FAKE_AGENT'}".formatted(task))
        .forEach(this::assertRefused);
    assertRefused(
        "follow_up",
        "{'action': 'send', 'attempt_id': '%s', 'prompt': 'say x'}".formatted(attempt));
    assertRefused("follow_up", "{'action': 'cancel', 'session_id': '%s'}".formatted(session));

    assertThat(agent.call("get_task", "{'task_id': '%s'}".formatted(task)).path("title").asString())
        .isEqualTo("Other");
    assertThat(agent.call("get_attempt_status", ToolBench.attemptId(attempt)).path("state"))
        .hasToString("\"completed\"");
  }

  @Test
  void what_is_its_own_can_be_changed() {
    var context = agent.call("get_context", "{}");
    agent.call(
        "create_task",
        "{'project_id': '%s', 'title': 'Found on the way'}"
            .formatted(context.path("project_id").asString()));
    agent.call(
        "update_task",
        "{'task_id': '%s', 'status': 'inreview'}".formatted(context.path("task_id").asString()));
    agent.call("stop_attempt", ToolBench.attemptId(own));
    agent.call("follow_up", "{'action': 'cancel', 'attempt_id': '%s'}".formatted(own));
  }

  @ParameterizedTest
  @CsvSource({
    "PLAN, DEFAULT",
    "PLAN, NO_CONTEXT",
    "PLAN, APPROVALS",
    "APPROVALS, DEFAULT",
    "PLAN, TRUSTED",
    "APPROVALS, TRUSTED",
    "DEFAULT, TRUSTED",
    "PLAN, ''"
  })
  void an_agent_cannot_lift_its_own_restrictions(String given, String asked) {
    sendAs(bench.client(), "say in " + given, given);
    var task = agent.call("get_context", "{}").path("task_id").asString();
    bench.awaitEnd(own);
    var variant = asked.isEmpty() ? "" : ", 'variant': '%s'".formatted(asked);

    for (var action : List.of("send", "queue")) {
      assertFreer(
          given,
          asked,
          agent.fail(
              "follow_up",
              "{'action': '%s', 'attempt_id': '%s', 'prompt': 'write x y'%s}"
                  .formatted(action, own, variant)));
    }
    assertFreer(
        given,
        asked,
        agent.fail(
            "send_follow_up",
            "{'task_id': '%s', 'prompt': 'write x y'%s}".formatted(task, variant)));
    sendAs(agent, "say once more", given);
    bench.awaitEnd(own);
    sendAs(bench.client(), "say the user decides", "DEFAULT");
    bench.awaitEnd(own);
  }

  private ObjectNode sendAs(ToolClient client, String prompt, String variant) {
    return client.call(
        "follow_up",
        "{'action': 'send', 'attempt_id': '%s', 'prompt': '%s', 'variant': '%s'}"
            .formatted(own, prompt, variant));
  }

  private static void assertFreer(String given, String asked, ObjectNode failure) {
    assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(failure.path("message").asString())
        .isEqualTo(
            "Variant %s may do more than %s, which the user gave this agent"
                .formatted(asked.isEmpty() ? "DEFAULT" : asked, given));
    assertThat(failure.path("hint").asString())
        .matches("Call (send_)?follow_up again with .*")
        .endsWith("with variant %s, or ask the user to send the message".formatted(given));
  }

  @Test
  void a_planning_agent_that_runs_cannot_queue_a_turn_that_writes() {
    sendAs(bench.client(), "sleep 1", "PLAN");

    var refused =
        agent.fail(
            "follow_up",
            "{'action': 'queue', 'attempt_id': '%s', 'prompt': 'write x y'}".formatted(own));

    assertFreer("PLAN", "", refused);
    bench.awaitEnd(own);
  }

  @Test
  void every_tool_that_changes_something_is_guarded() {
    var open =
        Operations.described().stream()
            .filter(Operation::isTool)
            .filter(operation -> !operation.tool().annotations().isReadOnly())
            .map(Operation::name)
            .collect(Collectors.toSet());
    assertThat(open)
        .containsExactlyInAnyOrder(
            "stop_attempt",
            "merge_attempt",
            "delete_attempt",
            "update_task",
            "delete_task",
            "send_follow_up",
            "create_task",
            "create_project",
            "add_repo",
            "start_task_attempt",
            "follow_up",
            "respond_approval");
  }
}
