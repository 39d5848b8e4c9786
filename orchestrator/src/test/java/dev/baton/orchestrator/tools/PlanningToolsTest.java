package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.image.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Labels, priorities, numbers, places and archives as clients see them. */
class PlanningToolsTest extends OnToolBench {
  @SuppressWarnings("AnnotateFormatMethod") // why: the annotation is in no library that we have
  private void assertInvalid(String message, String tool, String text, Object... values) {
    var failure = bench.client().fail(tool, text.formatted(values));
    assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(failure.path("message").asString()).isEqualTo(message);
  }

  private static List<String> titles(JsonNode list) {
    return list.path("tasks").valueStream().map(task -> task.path("title").asString()).toList();
  }

  @Test
  void a_neighbour_is_looked_for_in_the_project_of_the_task_and_null_is_as_if_not_said() {
    var other = bench.project();
    bench.task(other, "Foreign 1");
    bench.task(other, "Foreign 2");
    var project = bench.project();
    var first = bench.task(project, "First");
    var second = bench.task(project, "Second");

    for (var neighbour : List.of("{'after': '#1'}", "{'before': null, 'after': '1'}")) {
      call("update_task", "{'task_id': '%s', 'position': 'top'}", second);
      call("update_task", "{'task_id': '%s', 'position': %s}", second, neighbour);
      assertThat(titles(call("list_tasks", "{'project_id': '%s', 'sort': 'position'}", project)))
          .as(neighbour)
          .containsExactly("First", "Second");
    }
    assertThat(
            bench
                .client()
                .fail(
                    "update_task",
                    "{'task_id': '%s', 'position': {'after': '#3'}}".formatted(first))
                .path("message")
                .asString())
        .isEqualTo("There is no task '#3'");
    assertInvalid(
        "position is {}, which says no place in a column",
        "update_task",
        "{'task_id': '%s', 'position': {'before': null}}",
        first);
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
        "{'project_id': '%s', 'title': 'Login %s', 'description': 'Fails at Noon', 'labels':"
            + " ['x']}",
        one,
        unique);
    call(
        "create_task",
        "{'project_id': '%s', 'title': 'Logout %s', 'priority': 'urgent', 'labels': ['x']}",
        other,
        unique);

    var all = call("list_tasks", "{'query': '%s'}", unique);
    assertThat(all.path("project_id").isNull()).isTrue();
    assertThat(titles(all)).containsExactlyInAnyOrder("Logout " + unique, "Login " + unique);
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
  void a_name_that_no_task_can_have_is_refused_where_it_stands() {
    var task = bench.task(bench.project(), "A");
    assertProblem("/task_id", fail("get_task", "{'task_id': 'x'}"));
    assertProblem(
        "/position/after",
        fail("update_task", "{'task_id': '%s', 'position': {'after': 'x'}}", task));
  }

  private static void assertProblem(String place, JsonNode failure) {
    var problem = failure.path("details").path("problems").path(0);
    assertThat(problem.path("path").asString()).isEqualTo(place);
    assertThat(problem.path("message").asString())
        .isEqualTo("'x' is neither the id of a task nor a number such as #41 or shop#41");
  }

  @Test
  void what_means_nothing_is_refused() {
    var project = bench.project();
    var task = bench.task(project, "A");
    for (var position : List.of("'middle'", "{}", "7", "{'near': '%s'}")) {
      var text = position.formatted(task);
      assertInvalid(
          "position is %s, which says no place in a column"
              .formatted(text.replace('\'', '"').replace(": ", ":")),
          "update_task",
          "{'task_id': '%s', 'position': %s}",
          task,
          text);
    }
    assertThat(
            fail("update_task", "{'task_id': '%s', 'position': {'before': 5}}", task)
                .path("hint")
                .asString())
        .endsWith("a number stands in quotation marks, such as {\"before\": \"5\"}");
    assertInvalid(
        "'x' is neither the id of a task nor a number such as #41 or shop#41",
        "update_task",
        "{'task_id': '%s', 'position': {'before': 'x'}}",
        task);
    assertInvalid(
        "labels/1 is blank", "update_task", "{'task_id': '%s', 'labels': ['a', ' ']}", task);
    assertInvalid(
        "labels/0 is blank", "update_task", "{'task_id': '%s', 'labels': ['\u200b \u2060']}", task);
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

  @Test
  void a_number_is_taken_wherever_the_id_of_a_task_is() {
    var project = bench.project();
    var name = "numbers " + project;
    call("rename_project", "{'project_id': '%s', 'name': '%s'}", project, name);
    var first = bench.task(project, "First");
    var second = bench.task(project, "Second");
    var other = bench.project();
    bench.task(other, "Elsewhere");

    assertThat(call("get_task", "{'task_id': '%s#2'}", name).path("task_id").asString())
        .isEqualTo(second);
    call("update_task", "{'task_id': '%s#1', 'position': {'after': '%s#2'}}", name, name);
    assertThat(titles(call("list_tasks", "{'project_id': '%s', 'sort': 'position'}", project)))
        .containsExactly("Second", "First");
    assertThat(call("list_task_attempts", "{'task_id': '%s#1'}", name).path("task_id").asString())
        .isEqualTo(first);
    assertThat(call("tail_events", "{'task_id': '%s#1'}", name).path("events").isEmpty()).isFalse();
    assertThat(titles(call("list_tasks", "{'project_id': '%s', 'query': '#2'}", project)))
        .containsExactly("Second");
    assertThat(titles(call("list_tasks", "{'project_id': '%s', 'query': '1'}", project)))
        .containsExactly("First");

    var several = bench.client().fail("get_task", "{'task_id': '#1'}");
    assertThat(several.path("code").asString()).isEqualTo("ambiguous_target");
    assertThat(several.path("message").asString())
        .startsWith("'#1' can mean ")
        .contains("#1 First");
    var none = bench.client().fail("get_task", "{'task_id': '%s#77'}".formatted(name));
    assertThat(none.path("code").asString()).isEqualTo("not_found");
    assertThat(none.path("message").asString())
        .isEqualTo("There is no task '%s#77'".formatted(name));
  }

  @Test
  void a_number_means_for_an_agent_a_task_of_its_own_project_only() {
    var attempt = bench.attempt("say hi");
    var status = bench.awaitEnd(attempt);
    var project = bench.project();
    call("rename_project", "{'project_id': '%s', 'name': 'hidden %s'}", project, project);
    bench.task(project, "Hidden");
    var owner = new AttemptOwner(UUID.fromString(attempt)).toTaskOwner();
    try (var agent = new MemoryClient(bench.server(), owner).modern("{}")) {
      assertThat(agent.call("get_task", "{'task_id': '#1'}").path("task_id").asString())
          .isEqualTo(status.path("task_id").asString());
      var hidden = "hidden %s#1".formatted(project);
      assertThat(
              agent
                  .fail("get_task", "{'task_id': '%s'}".formatted(hidden))
                  .path("message")
                  .asString())
          .isEqualTo("There is no task '%s'".formatted(hidden));
    }
  }

  @Test
  void a_task_takes_images_and_names_the_one_that_is_none() {
    var project = bench.project();
    var made =
        call(
            "create_task",
            "{'project_id': '%s', 'title': 'A', 'images': [{'data': 'R0lGODlhAQ=='}]}",
            project);
    assertThat(
            bench
                .orchestrator()
                .images()
                .listOfTask(UUID.fromString(made.path("task_id").asString())))
        .extracting(Image::name)
        .containsExactly("image.gif");

    assertInvalid(
        "images/1/data is no base64",
        "create_task",
        "{'project_id': '%s', 'title': 'B', 'images': [{'data': 'R0lGODlhAQ=='}, {'data': '='}]}",
        project);
    assertThat(titles(call("list_tasks", "{'project_id': '%s'}", project))).containsExactly("A");
  }
}
