package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What starts by itself, what does not, and what is said of it. */
class AutoStartToolsTest extends OnToolBench {
  @Test
  void an_agent_gives_no_task_a_label_that_its_project_starts_tasks_by() {
    var attempt = bench.attempt("say hi");
    var own = bench.awaitEnd(attempt).path("task_id").asString();
    var project = call("get_task", "{'task_id': '%s'}", own).path("project_id").asString();
    call("rename_project", "{'project_id': '%s', 'name': 'busy shop'}", project);
    call(
        "update_project",
        "{'project_id': '%s', 'auto_start_paused': true,"
            + " 'auto_start': {'limit': 1, 'executor': 'FAKE_AGENT', 'labels': ['auto', 'safe']}}",
        project);
    var create = "{'project_id': '%s', 'title': 'More', 'labels': ['bug', '%s']}";
    var update = "{'task_id': '%s', 'title': 'Mine', 'labels': ['%s']}";
    try (var agent = agent(attempt)) {
      for (var label : List.of("auto", " safe ")) {
        for (var refused :
            List.of(
                agent.fail("create_task", create.formatted(project, label)),
                agent.fail("update_task", update.formatted(own, label)))) {
          assertThat(refused.path("code").asString()).isEqualTo("invalid_argument");
          assertThat(refused.path("message").asString())
              .isEqualTo(
                  "Agents may not give a task the label '%s': project 'busy shop' starts tasks with it by itself"
                      .formatted(label.strip()));
          assertThat(refused.path("hint").asString())
              .endsWith(" without it in labels; ask the user to give it");
        }
      }
      assertThat(agent.call("list_tasks", "{}").path("count").asInt()).isEqualTo(1);
      assertThat(agent.call("list_tasks", "{'labels': ['auto']}").path("count").asInt()).isZero();
      assertThat(
              agent.call("create_task", create.formatted(project, "web")).path("labels").toString())
          .isEqualTo("[\"bug\",\"web\"]");
      call("update_task", "{'task_id': '%s', 'labels': ['auto']}", own);
      assertThat(
              agent
                  .call("update_task", update.formatted(own, "auto', 'web"))
                  .path("labels")
                  .toString())
          .isEqualTo("[\"auto\",\"web\"]");
    }
  }

  @Test
  void a_project_leaves_a_task_alone_that_names_an_executor_which_is_not_there() {
    var missing =
        call("list_executors", "{}")
            .path("executors")
            .valueStream()
            .filter(it -> !it.path("available").asBoolean(true))
            .map(it -> it.path("executor").asString())
            .findFirst()
            .orElseThrow();
    var project = bench.project();
    var wishing =
        call(
                "create_task",
                "{'project_id': '%s', 'title': 'say mine', 'priority': 'urgent',"
                    + " 'auto_start': {'executor': '%s'}}",
                project,
                missing)
            .path("task_id")
            .asString();
    var usual = bench.task(project, "say usual");

    call(
        "update_project",
        "{'project_id': '%s', 'auto_start': {'limit': 1, 'executor': 'FAKE_AGENT'}}",
        project);

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                call("get_task", "{'task_id': '%s'}", usual)
                    .path("status")
                    .asString()
                    .equals("inreview"));
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                call("get_task", "{'task_id': '%s'}", wishing)
                    .path("auto_start")
                    .path("problem")
                    .asString("")
                    .contains(missing));
    var task = call("get_task", "{'task_id': '%s'}", wishing);
    assertThat(task.path("latest_attempt_id").isNull()).isTrue();
    assertThat(task.path("auto_start").path("executor").asString()).isEqualTo(missing);
  }

  @Test
  void a_task_says_what_keeps_it_from_starting_by_itself_as_long_as_it_does() {
    var project = named("held shop");
    bench.task(project, "First");
    var task =
        call(
                "create_task",
                "{'project_id': '%s', 'title': 'say waits', 'blocked_by': ['#1'],"
                    + " 'auto_start': {'executor': 'FAKE_AGENT'}}",
                project)
            .path("task_id")
            .asString();
    assertThat(hold(task)).isEmpty();
    for (var moved : List.of("in progress", "in review", "done", "cancelled")) {
      call("update_task", "{'task_id': '%s', 'status': '%s'}", task, moved.replace(" ", ""));
      assertThat(hold(task))
          .isEqualTo("the task is %s, and starts when it is back in todo".formatted(moved));
    }
    call("update_task", "{'task_id': '%s', 'status': 'todo'}", task);
    assertThat(hold(task)).isEmpty();
    call("archive_project", "{'project_id': '%s'}", project);
    assertThat(hold(task))
        .isEqualTo("project 'held shop' is archived, and the task starts when the project is back");
    call("archive_project", "{'project_id': '%s', 'archived': false}", project);
    call("archive_task", "{'task_id': '%s'}", task);
    assertThat(hold(task))
        .isEqualTo("the task is archived, and starts when it is back on the board");
    call("archive_task", "{'task_id': '%s', 'archived': false}", task);
    assertThat(hold(task)).isEmpty();

    var dear = bench.client().call("start_task_attempt", ToolBench.start(first(project), "cost 2"));
    bench.awaitEnd(dear.path("attempt_id").asString());
    call("update_project", "{'project_id': '%s', 'budget': 1}", project);
    call("update_task", "{'task_id': '%s', 'status': 'done'}", first(project));
    assertThat(hold(task))
        .isEqualTo("the budget of project 'held shop' is used up: $2.00 of $1.00");
    assertThat(bench.orchestrator().needsYou().listUnstarted(9))
        .singleElement()
        .satisfies(it -> assertThat(it.reason()).isEqualTo(hold(task)));
    assertThat(bench.orchestrator().needsYou().count(100)).isPositive();
    bench.orchestrator().costs().exceed(UUID.fromString(task));
    awaitEnd(task);
    assertThat(bench.orchestrator().needsYou().listUnstarted(9)).isEmpty();
  }

  @Test
  void tasks_without_money_keep_those_of_others_from_nothing() {
    var poor = named("poor shop");
    var dear =
        bench
            .client()
            .call("start_task_attempt", ToolBench.start(bench.task(poor, "First"), "cost 2"));
    bench.awaitEnd(dear.path("attempt_id").asString());
    call("update_project", "{'project_id': '%s', 'budget': 1}", poor);
    var create =
        "{'project_id': '%s', 'title': 'say hi', 'auto_start': {'executor': 'FAKE_AGENT'}}";
    for (int i = 0; i < 100; i++) {
      call("create_task", create, poor);
    }

    awaitEnd(call("create_task", create, named("rich shop")).path("task_id").asString());
    call("archive_project", "{'project_id': '%s'}", poor);
  }

  private String first(String project) {
    return call("list_tasks", "{'project_id': '%s'}", project)
        .path("tasks")
        .valueStream()
        .filter(it -> it.path("number").asInt() == 1)
        .findFirst()
        .orElseThrow()
        .path("task_id")
        .asString();
  }

  /** Waits until a task has started by itself, and its attempt is over. */
  private void awaitEnd(String task) {
    var attempt =
        Awaitility.await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () ->
                    call("get_task", "{'task_id': '%s'}", task)
                        .path("latest_attempt_id")
                        .asString(""),
                id -> !id.isEmpty());
    bench.awaitEnd(attempt);
  }

  private String hold(String task) {
    return call("get_task", "{'task_id': '%s'}", task)
        .path("auto_start")
        .path("problem")
        .asString("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"in progress", "in review", "done", "cancelled"})
  void a_task_that_is_not_to_do_cannot_be_told_to_start_by_itself(String status) {
    var task = bench.task(bench.project(), "Over");
    call("update_task", "{'task_id': '%s', 'status': '%s'}", task, status.replace(" ", ""));
    var start = "'auto_start': {'executor': 'FAKE_AGENT'}";

    var refused = fail("update_task", "{'task_id': '%s', 'title': 'No', %s}", task, start);

    assertThat(refused.path("message").asString())
        .isEqualTo(
            "Task #1 'Over' is %s, and a task starts by itself only from todo".formatted(status));
    assertThat(refused.path("hint").asString())
        .endsWith(" with status todo, or without auto_start");
    assertThat(call("get_task", "{'task_id': '%s'}", task).path("title").asString())
        .isEqualTo("Over");
    call("update_task", "{'task_id': '%s', 'auto_start': {'executor': ''}}", task);
    call("update_task", "{'task_id': '%s', 'status': 'todo', %s}", task, start);
    awaitEnd(task);
  }

  @Test
  void what_a_task_wishes_already_may_be_said_again_wherever_it_stands() {
    var project = bench.project();
    var blocker = bench.task(project, "Blocker");
    var task = bench.task(project, "Waits");
    var start = "'auto_start': {'executor': 'FAKE_AGENT'}";
    call("update_task", "{'task_id': '%s', 'blocked_by': ['%s'], %s}", task, blocker, start);
    call("update_task", "{'task_id': '%s', 'status': 'inreview'}", task);

    var again = call("update_task", "{'task_id': '%s', 'title': 'Again', %s}", task, start);

    assertThat(again.path("title").asString()).isEqualTo("Again");
    assertThat(hold(task)).isEqualTo("the task is in review, and starts when it is back in todo");
  }
}
