package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What agents and clients may plan, and what they are told where they may not. */
class PlanningRightsTest extends OnToolBench {
  @ParameterizedTest
  @ValueSource(strings = {"done", "todo"})
  void an_agent_does_not_decide_that_its_task_is_over_or_begins_anew(String status) {
    var attempt = bench.attempt("say hi");
    var own = bench.awaitEnd(attempt).path("task_id").asString();
    var project = call("get_task", "{'task_id': '%s'}", own).path("project_id").asString();
    var next =
        call(
                "create_task",
                "{'project_id': '%s', 'title': 'Next', 'blocked_by': ['%s'],"
                    + " 'auto_start': {'executor': 'FAKE_AGENT'}}",
                project,
                own)
            .path("task_id")
            .asString();
    try (var agent = agent(attempt)) {
      var refused =
          agent.fail(
              "update_task",
              "{'task_id': '%s', 'title': 'Mine', 'status': '%s'}".formatted(own, status));

      assertThat(refused.path("code").asString()).isEqualTo("invalid_argument");
      assertThat(refused.path("message").asString())
          .isEqualTo("Agents may not call update_task with status " + status);
      assertThat(refused.path("hint").asString())
          .contains("without status", "puts the task into review", "the user decides");
      var task = agent.call("get_task", "{'task_id': '%s'}".formatted(own));
      assertThat(task.path("title").asString()).isEqualTo("Do it");
      assertThat(task.path("status").asString()).isEqualTo("inreview");
      assertThat(agent.call("list_tasks", "{'status': '%s'}".formatted(status)).has("tasks"))
          .isTrue();
    }
    assertThat(call("get_task", "{'task_id': '%s'}", next).path("latest_attempt_id").isNull())
        .isTrue();
  }

  @Test
  void an_agent_learns_nothing_of_foreign_tasks_from_a_refusal() {
    var attempt = bench.attempt("say hi");
    var own = bench.awaitEnd(attempt).path("task_id").asString();
    var project = call("get_task", "{'task_id': '%s'}", own).path("project_id").asString();
    var hidden = bench.task(named("hidden site"), "Secret");
    var twins = List.of(named("twin site"), named("twin site"));
    twins.forEach(twin -> bench.task(twin, "Twin"));
    try (var agent = agent(attempt)) {
      for (var name : List.of("hidden site#1", "twin site#1", "twin site#7", "nowhere#1", hidden)) {
        var refused =
            agent.fail(
                "create_task",
                "{'project_id': '%s', 'title': 'More', 'blocked_by': ['#1', '%s']}"
                    .formatted(project, name));
        assertThat(refused.path("code").asString()).isEqualTo("not_found");
        assertThat(refused.path("message").asString())
            .isEqualTo("There is no task '%s'".formatted(name));
        assertThat(refused.path("details").toString())
            .contains("/blocked_by/1")
            .doesNotContain("Secret", "Twin");
        assertThat(refused.toString().replace(name, "")).doesNotContain(hidden);
      }
      assertThat(agent.fail("get_task", "{'task_id': 'twin site#1'}").path("message").asString())
          .isEqualTo("There is no task 'twin site#1'");
    }
  }

  @Test
  void a_number_of_two_projects_of_one_name_is_told_with_both_tasks_and_the_way_out() {
    var first = bench.task(named("double shop"), "One");
    var other = named("double shop");
    var second = bench.task(other, "Two");
    var waiting = bench.task(bench.project(), "Waits");
    for (var refused :
        List.of(
            fail("get_task", "{'task_id': 'double shop#1'}"),
            fail("update_task", "{'task_id': '%s', 'blocked_by': ['double shop#1']}", waiting))) {
      assertThat(refused.path("code").asString()).isEqualTo("ambiguous_target");
      assertThat(refused.path("message").asString())
          .contains(
              "double shop#1 One (task_id %s)".formatted(first),
              "double shop#1 Two (task_id %s)".formatted(second));
      assertThat(refused.path("hint").asString())
          .contains("'double shop'", "one of these task_id", "rename_project");
      assertThat(refused.path("details").path("candidates").valueStream().map(JsonNode::asString))
          .containsExactlyInAnyOrder(first, second);
    }
    var own = bench.task(other, "Beside");
    assertThat(
            call("update_task", "{'task_id': '%s', 'blocked_by': ['double shop#1']}", own)
                .path("blocked_by_open")
                .toString())
        .isEqualTo("[\"%s\"]".formatted(second));
  }

  @Test
  void a_blocker_that_was_deleted_is_not_to_be_finished() {
    var project = named("gone shop");
    var gone = bench.task(project, "Gone");
    var last = bench.task(project, "Last");
    call("update_task", "{'task_id': '%s', 'blocked_by': ['%s']}", last, gone);
    call("delete_task", "{'task_id': '%s'}", gone);

    var refused =
        bench.client().fail("start_task_attempt", ToolBench.start(last, "say no").toString());

    assertThat(refused.path("code").asString()).isEqualTo("blocked");
    assertThat(refused.path("hint").asString())
        .startsWith("Call update_task without gone shop#1 in blocked_by")
        .endsWith("repeat start_task_attempt with force true");
  }

  @Test
  void a_budget_that_is_nearly_used_up_from_the_first_is_warned_of_once() {
    var project = bench.project();
    var task = bench.task(project, "Dear");
    var attempt = bench.client().call("start_task_attempt", ToolBench.start(task, "cost 0.90"));
    bench.awaitEnd(attempt.path("attempt_id").asString());

    call("update_task", "{'task_id': '%s', 'budget': 5}", task);
    assertThat(warnings(project)).isEmpty();
    call("update_task", "{'task_id': '%s', 'budget': 1}", task);
    assertThat(warnings(project)).containsExactly("task false");
    call("update_task", "{'task_id': '%s', 'budget': 0.95}", task);
    assertThat(warnings(project)).hasSize(1);
    call("update_task", "{'task_id': '%s', 'budget': 0.5}", task);
    call("update_project", "{'project_id': '%s', 'budget': 0.9}", project);
    assertThat(warnings(project)).containsExactly("task false", "task true", "project true");
  }

  @Test
  void what_no_agent_told_of_a_budget_is_unknown_and_never_0() {
    var quiet = bench.task(bench.project(), "Quiet");
    assertThat(
            call("update_task", "{'task_id': '%s', 'budget': 3}", quiet)
                .path("budget")
                .path("spent_usd")
                .intValue())
        .isZero();
    var words = bench.client().call("start_task_attempt", ToolBench.start(quiet, "say hi"));
    bench.awaitEnd(words.path("attempt_id").asString());
    var budget = call("get_task", "{'task_id': '%s'}", quiet).path("budget");
    assertThat(budget.path("spent_usd").isNull()).isTrue();
    assertThat(budget.path("known").asBoolean(true)).isFalse();
  }

  @Test
  void models_see_what_tasks_projects_and_days_cost_and_plan_with_a_budget() {
    var project = named("dear shop");
    var refused =
        fail("create_task", "{'project_id': '%s', 'title': 'Dear', 'budget': -1}", project);
    assertThat(refused.path("message").asString()).startsWith("budget is -1, ");
    var create = "{'project_id': '%s', 'title': 'Dear', 'budget': 0.50, 'request_id': 'dear'}";
    var task = call("create_task", create, project).path("task_id").asString();
    assertThat(call("create_task", create.replace("0.50", "0.5"), project).path("task_id"))
        .hasToString("\"%s\"".formatted(task));
    var attempt = bench.client().call("start_task_attempt", ToolBench.start(task, "cost 0.60"));
    bench.awaitEnd(attempt.path("attempt_id").asString());
    var more = bench.client().fail("start_task_attempt", ToolBench.start(task, "say x").toString());
    assertThat(more.path("code").asString()).isEqualTo("budget_exceeded");

    var costs = call("get_costs", "{'project_id': '%s'}", project);

    var sums = costs.path("sums").valueStream().toList();
    assertThat(sums.stream().map(it -> it.path("of").asString()))
        .containsExactly("all", "day", "project", "task", "executor");
    assertThat(sums.stream().map(it -> it.path("cost_usd").decimalValue()))
        .allMatch(it -> it.compareTo(new BigDecimal("0.6")) == 0);
    assertThat(sums.get(2).path("name").asString()).isEqualTo("dear shop");
    assertThat(sums.get(3).path("name").asString()).isEqualTo("dear shop#1 Dear");
    assertThat(sums.get(3).path("key").asString()).isEqualTo(task);
    assertThat(costs.path("budgets").isEmpty()).isTrue();
    call("update_project", "{'project_id': '%s', 'budget': 9}", project);
    for (var asked : List.of("{'project_id': '%s'}".formatted(project), "{}")) {
      assertThat(call("get_costs", asked).path("budgets").valueStream())
          .filteredOn(it -> it.path("of_id").asString().equals(project))
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.path("budget_usd").asInt()).isEqualTo(9);
                assertThat(it.path("name").asString()).isEqualTo("dear shop");
              });
    }
    var other = named("other shop");
    var elsewhere = fail("get_costs", "{'project_id': '%s', 'task_id': '%s'}", other, task);
    assertThat(elsewhere.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(elsewhere.path("message").asString())
        .isEqualTo("Task #1 'Dear' is not in project 'other shop'");
    assertThat(call("get_costs", "{'task_id': '%s'}", task).path("sums").toString())
        .contains("\"of\":\"attempt\"");
  }

  private List<String> warnings(String project) {
    return call(
            "tail_events",
            "{'project_id': '%s', 'names': ['budget.warning'], 'after_event': 0}",
            project)
        .path("events")
        .valueStream()
        .map(it -> it.path("data"))
        .map(it -> it.path("of").asString() + " " + it.path("exceeded").asString())
        .toList();
  }

  @Test
  void a_change_of_a_project_is_its_last_change() {
    var project = bench.project();
    var before = updated(project);
    Awaitility.await()
        .until(
            () -> {
              call("update_project", "{'project_id': '%s', 'budget': 5}", project);
              return updated(project);
            },
            after -> after.compareTo(before) > 0);
    var budgeted = updated(project);
    call("update_project", "{'project_id': '%s'}", project);
    assertThat(updated(project)).isEqualTo(budgeted);
  }

  private String updated(String project) {
    return call("list_projects", "{}")
        .path("projects")
        .valueStream()
        .filter(it -> it.path("project_id").asString().equals(project))
        .findFirst()
        .orElseThrow()
        .path("updated_at")
        .asString();
  }
}
