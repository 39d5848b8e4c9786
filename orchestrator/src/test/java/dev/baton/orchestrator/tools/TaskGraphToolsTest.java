package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.call.AttemptOwner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Tasks that wait for others, and projects that start tasks by themselves, as clients see them. */
class TaskGraphToolsTest {
  @TempDir static Path directory;
  static ToolBench bench;

  @BeforeAll
  static void open() throws Exception {
    bench = new ToolBench(directory);
  }

  @AfterAll
  static void close() {
    bench.close();
  }

  @SuppressWarnings("AnnotateFormatMethod") // why: the annotation is in no library that we have
  private static ObjectNode call(String tool, String arguments, Object... values) {
    return bench.client().call(tool, arguments.formatted(values));
  }

  @SuppressWarnings("AnnotateFormatMethod") // why: the annotation is in no library that we have
  private static ObjectNode fail(String tool, String arguments, Object... values) {
    return bench.client().fail(tool, arguments.formatted(values));
  }

  @Test
  void a_task_says_what_it_waits_for_and_its_start_is_refused_with_it() {
    var project = bench.project();
    var first = bench.task(project, "First");
    var last =
        call(
            "create_task",
            "{'project_id': '%s', 'title': 'Last', 'blocked_by': ['#1'],"
                + " 'auto_start': {'executor': 'FAKE_AGENT', 'variant': 'PLAN'}}",
            project);

    assertThat(last.path("blocked_by").toString())
        .isEqualTo(
            "[{\"task_id\":\"%s\",\"name\":\"Demo#1\",\"title\":\"First\",\"state\":\"todo\"}]"
                .formatted(first));
    assertThat(last.path("auto_start").toString())
        .isEqualTo("{\"executor\":\"FAKE_AGENT\",\"variant\":\"PLAN\",\"problem\":null}");
    var id = last.path("task_id").asString();
    assertThat(
            call("list_tasks", "{'project_id': '%s'}", project)
                .path("tasks")
                .path(0)
                .path("blocked_by_open")
                .toString())
        .isEqualTo("[\"%s\"]".formatted(first));

    var refusal =
        bench.client().fail("start_task_attempt", ToolBench.start(id, "say no").toString());
    assertThat(refusal.path("code").asString()).isEqualTo("blocked");
    assertThat(refusal.path("retryable").asBoolean(true)).isFalse();
    assertThat(refusal.path("hint").asString()).contains("force true");
    assertThat(refusal.path("details").path("blocked_by").toString())
        .isEqualTo(last.path("blocked_by").toString());

    var started =
        bench
            .client()
            .call("start_task_attempt", ToolBench.start(id, "say yes").put("force", true));
    bench.awaitEnd(started.path("attempt_id").asString());
    var shown = call("get_task", "{'task_id': '%s'}", id);
    assertThat(shown.path("auto_start").isNull()).isTrue();
    assertThat(shown.path("blocked_by_open").size()).isEqualTo(1);
    var released = call("update_task", "{'task_id': '%s', 'blocked_by': []}", id);
    assertThat(released.path("blocked_by").isEmpty()).isTrue();
  }

  @Test
  void what_means_nothing_is_refused() {
    var project = bench.project();
    var task = bench.task(project, "Task");
    for (var wrong :
        new String[] {
          "'blocked_by': '#1'",
          "'blocked_by': [1]",
          "'blocked_by': {}",
          "'auto_start': 'FAKE_AGENT'",
          "'auto_start': {}",
          "'auto_start': {'variant': 'PLAN'}",
          "'auto_start': {'executor': 'FAKE_AGENT', 'limit': 2}"
        }) {
      assertThat(fail("update_task", "{'task_id': '%s', %s}", task, wrong).path("code").asString())
          .as(wrong)
          .isEqualTo("invalid_argument");
    }
    assertThat(
            fail("update_task", "{'task_id': '%s', 'blocked_by': ['#99']}", task)
                .path("code")
                .asString())
        .isEqualTo("not_found");
    assertThat(
            fail("update_task", "{'task_id': '%s', 'blocked_by': ['#1']}", task)
                .path("details")
                .path("cycle")
                .toString())
        .isEqualTo("[\"%1$s\",\"%1$s\"]".formatted(task));
    assertThat(
            fail("update_task", "{'task_id': '%s', 'auto_start': {'executor': 'NOBODY'}}", task)
                .path("code")
                .asString())
        .isEqualTo("executor_not_found");
    for (var wrong :
        new String[] {
          "'auto_start': {'limit': 1}",
          "'auto_start': {'limit': -1, 'executor': 'FAKE_AGENT'}",
          "'auto_start': {'limit': 1.5, 'executor': 'FAKE_AGENT'}",
          "'auto_start': {'limit': 99999999999999999999, 'executor': 'FAKE_AGENT'}",
          "'auto_start': {'limit': 1, 'executor': 'FAKE_AGENT', 'labels': [' ']}",
          "'auto_start': {'limit': 1, 'executor': 'FAKE_AGENT', 'variant': 'LOUD'}",
          "'auto_start_paused': true"
        }) {
      assertThat(
              fail("update_project", "{'project_id': '%s', %s}", project, wrong)
                  .path("code")
                  .asString())
          .as(wrong)
          .isEqualTo("invalid_argument");
    }
    assertThat(
            fail("update_project", "{'project_id': '%s'}", ToolBench.MISSING)
                .path("code")
                .asString())
        .isEqualTo("not_found");
  }

  @Test
  void a_project_shows_how_it_starts_tasks_and_why_it_pauses() {
    var project = bench.project();
    for (int number = 0; number < 4; number++) {
      bench.task(project, "exit 7");
    }

    var changed =
        call(
            "update_project",
            "{'project_id': '%s', 'auto_start': {'limit': 1, 'executor': 'FAKE_AGENT'}}",
            project);

    assertThat(changed.path("auto_start").toString())
        .isEqualTo(
            "{\"limit\":1,\"executor\":\"FAKE_AGENT\",\"variant\":null,\"labels\":[],"
                + "\"paused\":false,\"paused_reason\":null}");
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> shown(project).path("paused").asBoolean(false));
    assertThat(shown(project).path("paused_reason").asString())
        .startsWith("3 failures in a row; the last: #2 exit 7: ");
    var off =
        call(
            "update_project",
            "{'project_id': '%s', 'auto_start': {'limit': 0, 'executor': ''}}",
            project);
    assertThat(off.path("auto_start").isNull()).isTrue();
  }

  private static ObjectNode shown(String project) {
    return (ObjectNode)
        call("list_projects", "{}")
            .path("projects")
            .valueStream()
            .filter(it -> it.path("project_id").asString("").equals(project))
            .findFirst()
            .orElseThrow()
            .path("auto_start");
  }

  @Test
  void an_agent_plans_in_its_own_project_and_starts_no_other() {
    var attempt = bench.attempt("say hi");
    var own = bench.awaitEnd(attempt).path("task_id").asString();
    var foreign = bench.task(bench.project(), "Secret");
    var project = call("get_task", "{'task_id': '%s'}", own).path("project_id").asString();
    call("update_task", "{'task_id': '%s', 'blocked_by': ['%s']}", own, foreign);
    var owner = new AttemptOwner(UUID.fromString(attempt)).toTaskOwner();
    try (var agent = new MemoryClient(bench.server(), owner).modern("{}")) {
      var create = "{'project_id': '%s', 'title': 'More', %s}";
      assertThat(
              agent
                  .fail(
                      "create_task",
                      create.formatted(project, "'auto_start': {'executor': 'FAKE_AGENT'}"))
                  .path("message")
                  .asString())
          .isEqualTo("Agents may not call create_task with auto_start");
      assertThat(
              agent
                  .fail(
                      "create_task",
                      create.formatted(project, "'blocked_by': ['%s']".formatted(foreign)))
                  .path("message")
                  .asString())
          .isEqualTo("There is no task " + foreign);
      assertThat(
              agent
                  .call("create_task", create.formatted(project, "'blocked_by': ['#1']"))
                  .path("blocked_by_open")
                  .toString())
          .isEqualTo("[\"%s\"]".formatted(own));
      assertThat(agent.call("get_task", "{'task_id': '%s'}".formatted(own)).toString())
          .contains(foreign)
          .doesNotContain("Secret");
    }
  }

  @Test
  void a_repeated_call_with_its_key_needs_the_same_blockers() {
    var project = bench.project();
    var first = bench.task(project, "First");
    var create = "{'project_id': '%s', 'title': 'A', 'request_id': 'graph', 'blocked_by': ['%s']}";
    var made = call("create_task", create, project, first);

    assertThat(call("create_task", create, project, first)).isEqualTo(made);
    assertThat(
            fail(
                    "create_task",
                    "{'project_id': '%s', 'title': 'A', 'request_id': 'graph'}",
                    project)
                .path("code")
                .asString())
        .isEqualTo("idempotency_conflict");
  }
}
