package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.AttemptOwner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Labels, priorities, numbers, places and archives as clients see them. */
class PlanningToolsTest {
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
  private static void assertInvalid(String message, String tool, String text, Object... values) {
    var failure = bench.client().fail(tool, text.formatted(values));
    assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(failure.path("message").asString()).isEqualTo(message);
  }

  private static List<String> titles(JsonNode list) {
    return list.path("tasks").valueStream().map(task -> task.path("title").asString()).toList();
  }

  @Test
  void a_task_says_its_number_labels_and_priority_in_lists_and_alone() {
    var project = bench.project();
    var made =
        call(
            "create_task",
            "{'project_id': '%s', 'title': 'A', 'labels': ['web', 'bug'], 'priority': 'high'}",
            project);

    assertThat(made.propertyNames())
        .containsExactly(
            "task_id",
            "project_id",
            "title",
            "description",
            "blocked_by",
            "auto_start",
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
    assertThat(made.path("number").longValue()).isEqualTo(1);
    assertThat(made.path("labels").toString()).isEqualTo("[\"bug\",\"web\"]");
    assertThat(made.path("priority").asString()).isEqualTo("high");
    assertThat(made.path("blocked_by_open").isEmpty()).isTrue();
    assertThat(made.path("archived").asBoolean()).isFalse();
    var listed = call("list_tasks", "{'project_id': '%s'}", project).path("tasks").path(0);
    var whole = made.deepCopy();
    whole.remove(List.of("description", "blocked_by", "auto_start"));
    assertThat(listed).isEqualTo(whole);

    var changed =
        call(
            "update_task",
            "{'task_id': '%s', 'labels': ['new'], 'priority': 'low'}",
            made.path("task_id").asString());
    assertThat(changed.path("labels").toString()).isEqualTo("[\"new\"]");
    assertThat(changed.path("priority").asString()).isEqualTo("low");
    var bare =
        call("update_task", "{'task_id': '%s', 'labels': []}", made.path("task_id").asString());
    assertThat(bare.path("labels").isEmpty()).isTrue();
    assertThat(bare.path("priority").asString()).isEqualTo("low");
  }

  @Test
  void a_repeated_call_with_its_key_needs_the_same_labels() {
    var create = "{'project_id': '%s', 'title': 'A', 'labels': ['%s'], 'request_id': 'labels'}";
    var project = bench.project();
    var first = call("create_task", create, project, "bug");
    assertThat(call("create_task", create, project, "bug")).isEqualTo(first);
    assertThat(
            bench
                .client()
                .fail("create_task", create.formatted(project, "web"))
                .path("code")
                .asString())
        .isEqualTo("idempotency_conflict");
  }

  @Test
  void lists_are_narrowed_and_may_be_about_all_projects() {
    var one = bench.project();
    var other = bench.project();
    var unique = UUID.randomUUID().toString().substring(0, 8);
    call(
        "create_task",
        "{'project_id': '%s', 'title': 'Login %s', 'description': 'Fails at Noon', 'labels': ['x']}",
        one,
        unique);
    call(
        "create_task",
        "{'project_id': '%s', 'title': 'Logout %s', 'priority': 'urgent', 'labels': ['x']}",
        other,
        unique);

    var all = call("list_tasks", "{'query': '%s'}", unique);
    assertThat(all.path("project_id").isNull()).isTrue();
    assertThat(titles(all)).containsExactly("Logout " + unique, "Login " + unique);
    assertThat(titles(call("list_tasks", "{'query': 'NOON %s'}", unique))).hasSize(1);
    assertThat(titles(call("list_tasks", "{'query': 'noon morning %s'}", unique))).isEmpty();
    assertThat(titles(call("list_tasks", "{'priority': 'urgent', 'query': '%s'}", unique)))
        .containsExactly("Logout " + unique);
    assertThat(titles(call("list_tasks", "{'labels': ['x'], 'project_id': '%s'}", one)))
        .containsExactly("Login " + unique);
    assertThat(titles(call("list_tasks", "{'labels': ['x', 'y'], 'project_id': '%s'}", one)))
        .isEmpty();
  }

  @Test
  void a_board_is_paged_column_by_column_in_its_order() {
    var project = bench.project();
    var tasks = new ArrayList<String>();
    for (var title : List.of("A", "B", "C", "D", "E")) {
      tasks.add(bench.task(project, title));
    }
    call("update_task", "{'task_id': '%s', 'status': 'done'}", tasks.get(4));
    call("update_task", "{'task_id': '%s', 'position': 'top'}", tasks.get(0));
    call("update_task", "{'task_id': '%s', 'position': 'bottom'}", tasks.get(3));
    call(
        "update_task",
        "{'task_id': '%s', 'position': {'before': '%s'}}",
        tasks.get(1),
        tasks.get(2));
    var arguments =
        Json.object().put("project_id", project).put("sort", "position").put("limit", 2);
    var seen = new ArrayList<String>();
    JsonNode page;
    do {
      page = bench.client().call("list_tasks", arguments);
      seen.addAll(titles(page));
      arguments.set("cursor", page.path("next_cursor"));
    } while (!page.path("next_cursor").isNull());
    assertThat(seen).containsExactly("A", "B", "C", "D", "E");

    var cursor =
        call("list_tasks", "{'project_id': '%s', 'limit': 1}", project)
            .path("next_cursor")
            .asString();
    assertInvalid(
        "'%s' is no cursor of this list".formatted(cursor),
        "list_tasks",
        "{'project_id': '%s', 'sort': 'position', 'cursor': '%s'}",
        project,
        cursor);
  }

  @Test
  void what_means_nothing_is_refused() {
    var project = bench.project();
    var task = bench.task(project, "A");
    for (var position : List.of("'middle'", "{}", "{'before': 'x'}", "7", "{'near': '%s'}")) {
      var text = position.formatted(task);
      assertInvalid(
          "position is %s, which says no place in a column"
              .formatted(text.replace('\'', '"').replace(": ", ":")),
          "update_task",
          "{'task_id': '%s', 'position': %s}",
          task,
          text);
    }
    assertInvalid(
        "labels/1 is blank", "update_task", "{'task_id': '%s', 'labels': ['a', ' ']}", task);
    assertInvalid(
        "labels/0 has 51 characters, but at most 50 are allowed",
        "create_task",
        "{'project_id': '%s', 'title': 'A', 'labels': ['%s']}",
        project,
        "x".repeat(51));
    assertThat(
            bench
                .client()
                .fail("update_task", "{'task_id': '%s', 'priority': 'soon'}".formatted(task))
                .path("code")
                .asString())
        .isEqualTo("invalid_argument");
    assertThat(
            bench
                .client()
                .fail("archive_task", "{'task_id': '%s'}".formatted(ToolBench.MISSING))
                .path("code")
                .asString())
        .isEqualTo("not_found");
    assertInvalid(
        "query has 501 characters, but at most 500 are allowed",
        "list_tasks",
        "{'query': '%s'}",
        "x".repeat(501));
  }

  @Test
  void an_archived_task_is_in_a_list_of_its_own() {
    var project = bench.project();
    var task = bench.task(project, "Old");
    bench.task(project, "New");

    var archived = call("archive_task", "{'task_id': '%s'}", task);
    assertThat(archived.path("archived").asBoolean()).isTrue();
    assertThat(titles(call("list_tasks", "{'project_id': '%s'}", project))).containsExactly("New");
    var list = call("list_tasks", "{'project_id': '%s', 'archived': true}", project);
    assertThat(titles(list)).containsExactly("Old");
    var back = call("archive_task", "{'task_id': '%s', 'archived': false}", task);
    assertThat(back.path("archived").asBoolean()).isFalse();
    assertThat(titles(call("list_tasks", "{'project_id': '%s'}", project))).hasSize(2);
  }

  @Test
  void an_agent_lists_its_own_project_and_stands_beside_no_task_of_another() {
    var attempt = bench.attempt("say hi");
    var status = bench.awaitEnd(attempt);
    var foreign = bench.task(bench.project(), "Foreign");
    var owner = new AttemptOwner(UUID.fromString(attempt)).toTaskOwner();
    try (var agent = new MemoryClient(bench.server(), owner).modern("{}")) {
      assertThat(titles(agent.call("list_tasks", "{}"))).containsExactly("Do it");
      var beside =
          "{'task_id': '%s', 'position': {'before': '%s'}}"
              .formatted(status.path("task_id").asString(), foreign);
      assertThat(agent.fail("update_task", beside).path("message").asString())
          .isEqualTo("There is no task " + foreign);
    }
  }
}
