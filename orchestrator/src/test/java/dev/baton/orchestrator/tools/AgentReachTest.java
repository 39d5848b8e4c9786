package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.MemoryClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.orchestrator.call.AttemptOwner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Agents change what is their own, and read their project. */
@Tag("slow")
class AgentReachTest {
  @TempDir Path directory;
  private ToolBench bench;
  private String own;
  private TestClient agent;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory);
    own = bench.attempt("say own");
    bench.awaitEnd(own);
    agent =
        new MemoryClient(bench.server(), new AttemptOwner(UUID.fromString(own)).toTaskOwner())
            .modern("{}");
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
        .matches(
            "Agents may not call %s|The agent of attempt %s may not call %s with [a-z_]+_id [0-9a-f-]{36}"
                .formatted(tool, own, tool));
    assertThat(refused.path("hint").asString())
        .isIn(
            "Ask the user to do it",
            "An agent's token is good for its own attempt %s; ask the user for anything else"
                .formatted(own));
  }

  @Test
  void what_belongs_to_others_cannot_be_changed() {
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

    for (var closed :
        Map.of(
                "update_attempt", ToolBench.attemptId(own),
                "retry_turn", "{'attempt_id': '%s', 'turn': 0}".formatted(own),
                "merge_attempt", ToolBench.attemptId(own),
                "push_attempt", ToolBench.attemptId(own),
                "create_pull_request", ToolBench.attemptId(own),
                "delete_attempt", ToolBench.attemptId(own),
                "delete_task", "{'task_id': '%s'}".formatted(ownTask()),
                "start_task_attempt",
                    "{'task_id': '%s', 'executor': 'FAKE_AGENT'}".formatted(ownTask()))
            .entrySet()) {
      assertRefused(closed.getKey(), closed.getValue());
    }
  }

  private String ownTask() {
    return agent.call("get_context", "{}").path("task_id").asString();
  }

  @Test
  void another_project_does_not_exist_for_an_agent_and_its_own_can_be_read() {
    var foreign = bench.attempt("say foreign");
    var status = bench.awaitEnd(foreign);
    var task = status.path("task_id").asString();
    var session = status.path("latest_session_id").asString();
    var project =
        bench
            .client()
            .call("get_task", "{'task_id': '%s'}".formatted(task))
            .path("project_id")
            .asString();

    assertUnknown("list_repos", "project", "{'project_id': '%s'}", project);
    assertUnknown("list_tasks", "project", "{'project_id': '%s'}", project);
    assertUnknown("get_task", "task", "{'task_id': '%s'}", task);
    assertUnknown("list_task_attempts", "task", "{'task_id': '%s'}", task);
    for (var tool :
        List.of(
            "get_attempt_status",
            "list_turns",
            "tail_attempt_logs",
            "tail_events",
            "tail_session_messages",
            "get_attempt_changes")) {
      assertUnknown(tool, "attempt", "{'attempt_id': '%s'}", foreign);
    }
    assertUnknown(
        "get_attempt_file", "attempt", "{'attempt_id': '%s', 'path': 'README.md'}", foreign);
    assertUnknown(
        "get_attempt_patch", "attempt", "{'attempt_id': '%s', 'paths': ['README.md']}", foreign);
    assertUnknown("tail_session_messages", "session", "{'session_id': '%s'}", session);
    var context = agent.call("get_context", "{}");
    assertThat(agent.call("list_projects", "{}").path("projects").findValuesAsString("project_id"))
        .containsExactly(context.path("project_id").asString());

    var near = bench.task(context.path("project_id").asString(), "Near");
    assertThat(agent.call("get_task", "{'task_id': '%s'}".formatted(near)).path("title").asString())
        .isEqualTo("Near");
    assertThat(agent.call("get_attempt_status", ToolBench.attemptId(own)).path("state"))
        .hasToString("\"completed\"");
  }

  /** The answer for a thing that exists is the one for a thing that does not. */
  private void assertUnknown(String tool, String kind, String arguments, String id) {
    var hidden = agent.fail(tool, arguments.formatted(id));
    var missing = bench.client().fail(tool, arguments.formatted(ToolBench.MISSING));
    assertThat(hidden.path("code").asString()).as(tool).isEqualTo("not_found");
    assertThat(hidden.path("message").asString())
        .isEqualTo("There is no %s %s".formatted(kind, id));
    assertThat(hidden.toString().replace(id, ToolBench.MISSING)).isEqualTo(missing.toString());
  }

  @Test
  void a_message_to_the_own_task_does_not_reach_another_attempt_at_it() {
    var task = ownTask();
    var newer =
        bench
            .client()
            .call("start_task_attempt", ToolBench.start(task, "say newer"))
            .path("attempt_id")
            .asString();
    bench.awaitEnd(newer);

    assertRefused("send_follow_up", "{'task_id': '%s', 'prompt': 'say x'}".formatted(task));
  }

  @Test
  void the_table_says_what_each_operation_is_for_an_agent() {
    var table =
        Operations.described().stream()
            .collect(
                Collectors.groupingBy(
                    operation -> AgentScope.of(operation.name()),
                    Collectors.mapping(Operation::name, Collectors.toSet())));

    assertThat(table.get(AgentScope.READS_OWN_PROJECT))
        .containsExactlyInAnyOrder(
            "get_context",
            "list_projects",
            "list_repos",
            "list_tasks",
            "get_task",
            "list_task_attempts",
            "list_executors",
            "get_attempt_status",
            "list_turns",
            "tail_attempt_logs",
            "tail_events",
            "tail_session_messages",
            "get_attempt_changes",
            "get_attempt_file",
            "get_attempt_patch");
    assertThat(table.get(AgentScope.ADDS_TO_OWN_PROJECT)).containsExactly("create_task");
    assertThat(table.get(AgentScope.OWN_TASK)).containsExactly("update_task");
    assertThat(table.get(AgentScope.OWN_ATTEMPT))
        .containsExactlyInAnyOrder("attach_image", "follow_up", "send_follow_up", "stop_attempt");
    assertThat(table.get(AgentScope.NOTHING))
        .contains("merge_attempt", "delete_attempt", "delete_task", "respond_approval")
        .contains("create_project", "add_repo", "start_task_attempt", "set_repo", "prune");
  }

  @Test
  void an_operation_that_an_agent_may_call_names_nothing_that_is_not_checked() {
    // a queued_id counts only together with the attempt that it waits for
    var checked =
        Set.of("project_id", "task_id", "attempt_id", "session_id", "request_id", "queued_id");
    for (var operation : Operations.described()) {
      if (AgentScope.of(operation.name()) != AgentScope.NOTHING) {
        assertThat(operation.tool().inputSchema().path("properties").propertyNames())
            .as(operation.name())
            .filteredOn(name -> name.endsWith("_id"))
            .isSubsetOf(checked);
      }
    }
  }

  @Test
  void its_list_leaves_out_what_is_never_for_it_and_a_call_of_that_says_why() {
    var listed =
        agent
            .request("tools/list", "{}")
            .result()
            .path("tools")
            .valueStream()
            .map(tool -> tool.path("name").asString())
            .collect(Collectors.toSet());
    assertThat(listed)
        .contains("get_context", "attach_image", "list_turns", "follow_up")
        .doesNotContain("merge_attempt", "create_project", "archive_task", "retry_turn");
    var all = Operations.described().stream().map(Operation::name).toList();
    for (var operation : Operations.described()) {
      if (listed.contains(operation.name())) {
        assertThat(operation.tool().describe().toString().split("\\W+"))
            .as("tools that the description of %s names".formatted(operation.name()))
            .filteredOn(all::contains)
            .isSubsetOf(listed);
      }
    }
    assertRefused("merge_attempt", ToolBench.attemptId(own));
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

  private ObjectNode sendAs(TestClient client, String prompt, String variant) {
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
            "attach_image",
            "stop_attempt",
            "update_attempt",
            "retry_turn",
            "push_attempt",
            "create_pull_request",
            "merge_attempt",
            "delete_attempt",
            "update_task",
            "delete_task",
            "send_follow_up",
            "create_task",
            "create_project",
            "rename_project",
            "update_project",
            "archive_project",
            "archive_task",
            "add_repo",
            "start_task_attempt",
            "follow_up",
            "respond_approval");
  }
}
