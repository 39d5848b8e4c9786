package dev.baton.orchestrator.tools;

import static dev.baton.orchestrator.tools.ToolBench.attemptId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.MemoryClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.task.TaskOwner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a model does from the first call to the merge. */
class WorkLoopTest {
  @TempDir Path directory;
  @AutoClose ToolBench bench;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory);
  }

  @Test
  void from_a_project_to_merged_work() throws Exception {
    var client = bench.client();
    var project = bench.project();
    assertThat(client.call("list_projects", "{}").path("projects").path(0).propertyNames())
        .containsExactly("project_id", "name", "repos", "auto_start", "created_at", "updated_at");
    var repos = client.call("list_repos", "{'project_id': '%s'}".formatted(project));
    assertThat(repos.path("count").intValue()).isEqualTo(1);
    assertThat(repos.path("repos").path(0).propertyNames())
        .containsExactly("repo_id", "repo_name", "path", "default_branch");
    var task = bench.task(project, "Write a file");
    var started =
        client.call("start_task_attempt", ToolBench.start(task, "write a.txt one", "say done"));
    assertThat(started.propertyNames())
        .containsExactly(
            "task_id",
            "attempt_id",
            "workspace_branch",
            "session_id",
            "execution_process_id",
            "state");
    assertThat(started.path("state").asString()).isEqualTo("running");
    var attempt = started.path("attempt_id").asString();

    var status = bench.awaitEnd(attempt);
    assertThat(status.propertyNames()).containsExactlyElementsOf(StatusFieldsTest.FIELDS);
    assertThat(status.path("state").asString()).isEqualTo("completed");
    assertThat(status.path("failure_summary").isNull()).isTrue();
    assertThat(status.path("latest_process").path("status").asString()).isEqualTo("completed");

    var logs = client.call("tail_attempt_logs", attemptId(attempt));
    assertThat(logs.propertyNames())
        .containsExactly(
            "attempt_id", "channel", "entries", "latest_entry_index", "next_cursor", "has_more");
    assertThat(logs.toString()).contains("\"assistant_message\"", "\"content\":\"done\"");

    var sent =
        client.call(
            "follow_up",
            "{'action': 'send', 'attempt_id': '%s', 'prompt': 'append a.txt two'}"
                .formatted(attempt));
    assertThat(sent.propertyNames())
        .containsExactly("session_id", "attempt_id", "execution_process_id", "status");
    assertThat(sent.path("status").asString()).isEqualTo("started");
    bench.awaitEnd(attempt);

    var changes = client.call("get_attempt_changes", attemptId(attempt));
    assertThat(changes.path("summary"))
        .isEqualTo(
            TestClient.json("{'file_count': 1, 'added': 2, 'deleted': 0, 'total_bytes': 8}"));
    assertThat(changes.path("blocked_reason").isNull()).isTrue();
    assertThat(changes.path("files").path(0))
        .isEqualTo(
            TestClient.json(
                "{'path': 'a.txt', 'status': 'added', 'added': 2, 'deleted': 0, 'binary': false}"));
    var patch =
        client.call(
            "get_attempt_patch", "{'attempt_id': '%s', 'paths': ['a.txt']}".formatted(attempt));
    assertThat(patch.path("patch").asString()).contains("+one\n+two\n");
    var file =
        client.call(
            "get_attempt_file",
            "{'attempt_id': '%s', 'path': 'a.txt', 'start_line': 2}".formatted(attempt));
    assertThat(file.path("content").asString()).isEqualTo("two\n");
    assertThat(file.path("start_line").intValue()).isEqualTo(2);

    var merged = client.call("merge_attempt", attemptId(attempt));
    assertThat(merged.path("task_status").asString()).isEqualTo("done");
    assertThat(merged.path("merges").path(0).propertyNames())
        .containsExactly("repo_id", "repo_name", "target_branch", "commit");
    assertThat(Files.readString(bench.repository().resolve("a.txt"))).isEqualTo("one\ntwo\n");

    var shown = client.call("get_task", "{'task_id': '%s'}".formatted(task));
    assertThat(shown.path("status").asString()).isEqualTo("done");
    assertThat(shown.path("latest_attempt_id").asString()).isEqualTo(attempt);
    assertThat(shown.path("description").isNull()).isTrue();
    var deleted = client.call("delete_attempt", attemptId(attempt));
    assertThat(deleted.path("deleted").asBoolean()).isTrue();
    assertThat(deleted.path("kept_refs").isArray()).isTrue();
  }

  @Test
  void tasks_are_changed_listed_and_deleted() {
    var client = bench.client();
    var project = bench.project();
    var task = bench.task(project, "First");
    bench.task(project, "Second");
    var changed =
        client.call(
            "update_task",
            "{'task_id': '%s', 'description': 'More', 'status': 'cancelled', 'title': null}"
                .formatted(task));
    assertThat(changed.path("title").asString()).isEqualTo("First");
    assertThat(changed.path("description").asString()).isEqualTo("More");
    assertThat(
            client
                .call("update_task", "{'task_id': '%s', 'description': ''}".formatted(task))
                .path("description")
                .isNull())
        .isTrue();
    var listed =
        client.call("list_tasks", "{'project_id': '%s', 'status': 'cancelled'}".formatted(project));
    assertThat(listed.path("count").intValue()).isEqualTo(1);
    assertThat(listed.path("tasks").path(0).propertyNames())
        .containsExactly(
            "task_id",
            "project_id",
            "title",
            "number",
            "status",
            "labels",
            "priority",
            "blocked_by_open",
            "archived",
            "created_at",
            "updated_at",
            "latest_attempt_id",
            "latest_workspace_branch",
            "latest_session_id",
            "latest_session_executor",
            "has_in_progress_attempt",
            "last_attempt_failed",
            "needs_input");
    assertThat(listed.path("next_cursor").isNull()).isTrue();
    assertThat(client.call("delete_task", "{'task_id': '%s'}".formatted(task)))
        .isEqualTo(
            TestClient.json("{'task_id': '%s', 'deleted': true, 'kept_refs': []}".formatted(task)));
    assertThat(client.fail("get_task", "{'task_id': '%s'}".formatted(task)).path("code").asString())
        .isEqualTo("not_found");
  }

  @Test
  void repos_are_added_and_named_in_a_start() throws Exception {
    var client = bench.client();
    var project = bench.project();
    var other = bench.makeRepository("other");
    var added =
        client.call(
            "add_repo",
            "{'project_id': '%s', 'path': '%s', 'name': 'second'}".formatted(project, other));
    assertThat(added.path("repo_name").asString()).isEqualTo("second");
    var task = bench.task(project, "Both");
    var start = ToolBench.start(task, "write b.txt hi");
    assertThat(client.fail("start_task_attempt", start.toString()).path("hint").asString())
        .isEqualTo(
            "Call list_repos, then call start_task_attempt again with repos: [{repo_id,"
                + " target_branch}]");
    start
        .putArray("repos")
        .addObject()
        .put("repo_id", added.path("repo_id").asString())
        .put("target_branch", "main");
    var attempt = client.call("start_task_attempt", start).path("attempt_id").asString();
    assertThat(bench.awaitEnd(attempt).path("state").asString()).isEqualTo("completed");
    var attempts = client.call("list_task_attempts", "{'task_id': '%s'}".formatted(task));
    assertThat(attempts.path("latest_attempt_id").asString()).isEqualTo(attempt);
    assertThat(attempts.path("attempts").path(0).path("latest_session_executor").asString())
        .isEqualTo("FAKE_AGENT");
  }

  @Test
  void executors_are_listed_with_what_a_start_needs() {
    var executors = bench.client().call("list_executors", "{}").path("executors");
    var fake =
        executors
            .valueStream()
            .filter(item -> item.path("executor").asString().equals("FAKE_AGENT"))
            .findFirst()
            .orElseThrow();
    assertThat(fake.propertyNames())
        .containsExactly(
            "executor",
            "variants",
            "supports_mcp",
            "default_variant",
            "models",
            "efforts",
            "available",
            "version",
            "unavailable_reason");
    assertThat(fake.path("available").asBoolean()).isTrue();
    assertThat(fake.path("default_variant").asString()).isEqualTo("DEFAULT");
  }

  @Test
  void the_same_key_does_nothing_twice_and_with_other_arguments_it_is_refused() {
    var client = bench.client();
    var project = bench.project();
    var create = "{'project_id': '%s', 'title': '%s', 'request_id': 'key'}";
    var first = client.call("create_task", create.formatted(project, "Once"));
    assertThat(client.call("create_task", create.formatted(project, "Once"))).isEqualTo(first);
    assertThat(
            client.fail("create_task", create.formatted(project, "Other")).path("code").asString())
        .isEqualTo("idempotency_conflict");
    var start =
        ToolBench.start(first.path("task_id").asString(), "say hi").put("request_id", "key");
    var started = client.call("start_task_attempt", start);
    assertThat(client.call("start_task_attempt", start)).isEqualTo(started);
    bench.awaitEnd(started.path("attempt_id").asString());
  }

  @Test
  void a_task_is_followed_up_by_its_id_and_an_attempt_can_be_stopped() {
    var client = bench.client();
    var attempt = bench.attempt("say first");
    var task = bench.awaitEnd(attempt).path("task_id").asString();
    var sent = client.call("send_follow_up", "{'task_id': '%s', 'prompt': 'hang'}".formatted(task));
    assertThat(sent.propertyNames())
        .containsExactly("task_id", "attempt_id", "execution_process_id");
    var busy = client.fail("delete_task", "{'task_id': '%s'}".formatted(task));
    assertThat(busy.path("code").asString()).isEqualTo("attempt_busy");
    var stopped =
        client.call("stop_attempt", "{'attempt_id': '%s', 'force': true}".formatted(attempt));
    assertThat(stopped.path("state").asString()).isEqualTo("failed");
    assertThat(stopped.path("stopped").intValue()).isPositive();
    assertThat(
            client
                .call("get_attempt_status", attemptId(attempt))
                .path("latest_process")
                .path("status")
                .asString())
        .isEqualTo("killed");
  }

  @Test
  void an_agent_learns_where_it_is_and_cannot_answer_its_own_questions() {
    var attempt = bench.attempt("say hi");
    bench.awaitEnd(attempt);
    var owner = new AttemptOwner(UUID.fromString(attempt)).toTaskOwner();
    try (var agent = new MemoryClient(bench.server(), owner).modern("{}")) {
      var context = agent.call("get_context", "{}");
      assertThat(context.propertyNames())
          .containsExactly(
              "project_id",
              "project_name",
              "task_id",
              "task_title",
              "task_status",
              "attempt_id",
              "workspace_branch",
              "workspace_repos");
      assertThat(context.path("task_title").asString()).isEqualTo("Do it");
      assertThat(context.path("workspace_repos").path(0).path("target_branch").asString())
          .isEqualTo("main");
      var tools = agent.request("tools/list", "{}").result().toString();
      assertThat(tools).contains("\"get_context\"").doesNotContain("\"name\":\"respond_approval\"");
    }
    try (var person = new MemoryClient(bench.server(), TaskOwner.LOCAL).modern("{}")) {
      assertThat(person.request("tools/list", "{}").result().toString())
          .doesNotContain("\"name\":\"get_context\"")
          .contains("\"name\":\"respond_approval\"");
      assertThat(person.request("tools/call", "{'name': 'get_context'}").code()).isEqualTo(-32602);
    }
  }
}
