package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.image.PngBytes;
import dev.baton.task.TaskOwner;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tasks that wait for others, and projects that start tasks by themselves, as clients see them. */
class TaskGraphToolsTest extends OnToolBench {
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

  private ObjectNode shown(String project) {
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
          .isEqualTo("There is no task '%s'".formatted(foreign));
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

  @Test
  void a_wish_to_start_by_itself_that_cannot_be_is_refused_where_it_is_wrong() {
    var project = bench.project();
    var task = bench.task(project, "Task");
    for (var wrong :
        Map.of(
                "'executor': 'NOBODY'", "/auto_start/executor",
                "'executor': 'FAKE_AGENT', 'variant': 'LOUD'", "/auto_start/variant")
            .entrySet()) {
      for (var refusal :
          List.of(
              fail("update_task", "{'task_id': '%s', 'auto_start': {%s}}", task, wrong.getKey()),
              fail(
                  "create_task",
                  "{'project_id': '%s', 'title': 'No', 'auto_start': {%s}}",
                  project,
                  wrong.getKey()),
              fail(
                  "update_project",
                  "{'project_id': '%s', 'auto_start': {'limit': 1, %s}}",
                  project,
                  wrong.getKey()))) {
        assertThat(refusal.path("details").path("problems").path(0).path("path").asString())
            .isEqualTo(wrong.getValue());
      }
    }
    for (var wrong :
        Map.of(
                "'limit': -1",
                "/auto_start/limit",
                "'limit': 1, 'labels': [' ']",
                "/auto_start/labels/0")
            .entrySet()) {
      assertThat(
              fail(
                      "update_project",
                      "{'project_id': '%s', 'auto_start': {'executor': 'FAKE_AGENT', %s}}",
                      project,
                      wrong.getKey())
                  .path("details")
                  .path("problems")
                  .path(0)
                  .path("path")
                  .asString())
          .isEqualTo(wrong.getValue());
    }
  }

  @Test
  void what_waits_for_money_says_so() {
    var project = bench.project();
    var task = bench.task(project, "Dear");
    var attempt = bench.client().call("start_task_attempt", ToolBench.start(task, "cost 0.60"));
    bench.awaitEnd(attempt.path("attempt_id").asString());
    assertThat(exceeded(call("get_task", "{'task_id': '%s'}", task))).isFalse();

    var spent = call("update_task", "{'task_id': '%s', 'budget': 0.5}", task);
    assertThat(exceeded(spent)).isTrue();
    assertThat(spent.path("budget").path("of").asString()).isEqualTo("task");
    assertThat(isListed(project, task)).isTrue();
    assertThat(isSpent(project)).isFalse();

    var other = bench.task(project, "Cheap");
    assertThat(isListed(project, other)).isFalse();
    call("update_project", "{'project_id': '%s', 'budget': 0.6}", project);
    assertThat(isListed(project, other)).isTrue();
    assertThat(isSpent(project)).isTrue();
    var shown = call("get_task", "{'task_id': '%s'}", other);
    assertThat(exceeded(shown)).isTrue();
    assertThat(shown.path("budget").path("of").asString()).isEqualTo("project");
  }

  private static boolean exceeded(JsonNode json) {
    return json.path("budget_exceeded").asBoolean(false);
  }

  private boolean isListed(String project, String task) {
    return call("list_tasks", "{'project_id': '%s'}", project)
        .path("tasks")
        .valueStream()
        .filter(it -> it.path("task_id").asString().equals(task))
        .anyMatch(TaskGraphToolsTest::exceeded);
  }

  private boolean isSpent(String project) {
    return call("list_projects", "{}")
        .path("projects")
        .valueStream()
        .filter(it -> it.path("project_id").asString().equals(project))
        .anyMatch(TaskGraphToolsTest::exceeded);
  }

  @Test
  void a_model_shows_files_though_no_message_of_it_could_be_so_long() throws Exception {
    var project = bench.project();
    var file = bench.repository().resolveSibling("shot.png");
    var content = PngBytes.of(10 * 1024 * 1024);
    Files.write(file, content);
    var create = "{'project_id': '%s', 'title': 'Look', 'images': [{'data': 'file://%s'}]}";
    var task = call("create_task", create, project, file).path("task_id").asString();
    assertThat(bench.orchestrator().images().listOfTask(UUID.fromString(task)))
        .singleElement()
        .satisfies(
            image -> {
              assertThat(image.size()).isEqualTo(content.length);
              assertThat(image.name()).isEqualTo("shot.png");
            });
    var attempt =
        bench
            .client()
            .call("start_task_attempt", ToolBench.start(task, "say hello"))
            .path("attempt_id")
            .asString();
    bench.awaitEnd(attempt);
    var send =
        "{'action': 'send', 'attempt_id': '%s', 'prompt': 'say see', 'images': ['%s'],"
            + " 'request_id': 'look'}";
    var first = call("follow_up", send, attempt, "file://" + file);
    assertThat(call("follow_up", send, attempt, "file://" + file)).isEqualTo(first);
    bench.awaitEnd(attempt);
    var again = "{'task_id': '%s', 'prompt': 'say more', 'images': ['%s']}";
    call("send_follow_up", again, task, "file://" + file);
    bench.awaitEnd(attempt);
    var retry = "{'attempt_id': '%s', 'turn': 2, 'images': ['%s']}";
    call("retry_turn", retry, attempt, "file://" + file);
    bench.awaitEnd(attempt);
    assertThat(fail("send_follow_up", again, task, "shot.png").path("hint").asString())
        .startsWith("Repeat send_follow_up with file://");

    var text = Files.writeString(bench.repository().resolveSibling("notes.png"), "no image");
    for (var wrong :
        List.of("shot.png", "file://shot.png", "file:///no/such.png", "file://" + text)) {
      assertThat(
              fail(
                      "follow_up",
                      "{'action': 'send', 'attempt_id': '%s', 'prompt': 'say no', 'images':"
                          + " ['%s']}",
                      attempt,
                      wrong)
                  .path("code")
                  .asString())
          .as("%s", wrong)
          .isEqualTo("invalid_argument");
    }
    // why of files that are not there: too many are refused before one is read
    var eleven = String.join("', '", Collections.nCopies(11, "file:///no/such.png"));
    assertThat(fail("send_follow_up", again, task, eleven).path("message").asString())
        .isEqualTo("A message can have 10 images, and these are more");
    var many = String.join("'}, {'data': '", Collections.nCopies(11, "file:///no/such.png"));
    assertThat(
            fail("create_task", create.replace("file://%s", "%s"), project, many)
                .path("message")
                .asString())
        .isEqualTo("A task can have 10 images, and these are more");
    assertThat(bench.orchestrator().images().listUnsent(UUID.fromString(attempt))).isEmpty();
    try (var other = new MemoryClient(bench.server(), new TaskOwner("ada")).modern("{}")) {
      assertThat(
              other.fail("create_task", create.formatted(project, file)).path("message").asString())
          .isEqualTo("Only the user of the server's machine can name files of it");
    }
  }
}
