package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.app.BoardFixture;
import dev.baton.app.web.frame.Sentences;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages of figures, over real HTTP with the scripted agent. */
class InsightsPageTest extends OnPages {
  @Test
  void a_board_without_work_says_so() throws Exception {
    assertThat(browser.read("/insights"))
        .contains("No agent has worked in these 30 days", "aria-current=\"page\">30 days")
        .doesNotContain("<svg class=\"bars\"");
  }

  @Test
  void an_address_that_names_no_project_or_days_that_there_are_says_so() throws Exception {
    var gone = "00000000-0000-4000-8000-000000000000";
    for (var project : List.of(gone, "shop")) {
      var response = browser.get("/insights?project=" + project);
      assertThat(response.statusCode()).isEqualTo(404);
      assertThat(response.body())
          .contains("There is no project '%s' on the board.".formatted(project));
    }
    for (var days : List.of("8", "-1", "x")) {
      var response = browser.get("/insights?days=" + days);
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.body())
          .contains("That cannot be shown")
          .contains("has no figures for '%s' days.".formatted(days), "7, 30 or 90 days")
          .doesNotContain("That was not done");
    }
    assertThat(browser.get("/insights?project=&days=").statusCode()).isEqualTo(200);
  }

  @Test
  void projects_of_one_name_are_told_apart_and_no_name_hides_anything() throws Exception {
    for (var name : List.of("test", "odd \u202Ename")) {
      var request = Json.object().put("name", name).put("allow_shared", true);
      request.putArray("repos").addObject().put("path", board.repository().toString());
      board.client().call("create_project", request);
    }
    var place = "test (%s)".formatted(BoardFixture.makeRepository(directory.resolve("other")));
    var request = Json.object().put("name", "test");
    request.putArray("repos").addObject().put("path", directory.resolve("other").toString());
    board.client().call("create_project", request);

    var end = board.project().substring(28);
    for (var page : List.of("/insights", "/", "/tasks/new")) {
      assertThat(browser.read(page))
          .contains("test (%s)".formatted(end), place)
          .contains("odd \\u202ename")
          .doesNotContain("\u202E", ">test</option>");
    }
  }

  @Test
  void pictures_have_their_figures_as_tables_and_what_is_unknown_is_no_zero() throws Exception {
    board.attempt("Silent", "say hello");
    assertThat(browser.read("/insights"))
        .contains("no agent told it", "<td>unknown</td>")
        .doesNotContain("<td>$0.00</td>");
    board.attempt("Dear", "cost 0.25");
    board.attempt("Bad", "exit 3");

    var page = browser.read("/insights?days=7&project=" + board.project());

    assertThat(page)
        .contains(
            "<b>3</b>",
            "Attempts per day",
            "Money per day",
            "Tokens per day",
            "Waiting in line",
            " s, at most ",
            "Success by agent",
            "<td>at least $0.25</td>",
            ": at least $0.25</p>",
            "aria-current=\"page\">7 days",
            "<caption class=\"for-readers\">Attempts per day</caption>",
            "class=\"failed\" fill=\"url(#hatch-attempts)\"")
        .doesNotContain("style=");
  }

  @Test
  void health_shows_checks_servers_storage_limits_and_events() throws Exception {
    board.attempt("One", "say hello");

    assertThat(browser.read("/health"))
        .contains(
            "What the doctor finds",
            "FAKE_AGENT",
            "Nodes",
            "Last seen",
            "database",
            "limits.running",
            "budget.day")
        .doesNotContain("style=");
  }

  @Test
  void nodes_are_drained_and_resumed_on_the_health_page() throws Exception {
    var named =
        Pattern.compile("name=\"node\" value=\"([^\"]+)\"").matcher(browser.read("/health"));
    assertThat(named.find()).isTrue();
    var node = named.group(1);
    assertThat(browser.read("/health"))
        .contains("server", "live", "0 of ", "value=\"drain\"")
        .doesNotContain("value=\"remove\"");

    browser.post("/nodes", "node", node, "action", "drain");
    assertThat(browser.read("/health")).contains("draining", "value=\"resume\"");

    browser.post("/nodes", "node", node, "action", "resume");
    assertThat(browser.read("/health")).contains("live", "value=\"drain\"");
  }

  @Test
  void health_tells_the_last_events_in_words_with_the_way_to_the_task() throws Exception {
    var attempt = board.attempt("One", "exit 3");
    var task =
        board
            .client()
            .call("get_attempt_status", Json.object().put("attempt_id", attempt))
            .path("task_id")
            .asString("");

    assertThat(browser.read("/health"))
        .contains(
            "Task was added: One",
            "An attempt of Fake Agent was made",
            "Agent was started",
            "Agent has failed",
            "<th scope=\"row\">Failed: ",
            "href=\"/tasks/%s?attempt=%s\">#1 One</a>".formatted(task, attempt))
        .doesNotContain("{&#34;", "{&quot;", "attempt.state");

    board.client().call("delete_task", Json.object().put("task_id", task));
    assertThat(browser.read("/health")).contains("Task was deleted", "A task that is gone");
  }

  @Test
  void a_budget_is_set_and_passed_on_the_task_page() throws Exception {
    var attempt = board.attempt("Dear", "cost 0.60");
    var task =
        board
            .client()
            .call("get_attempt_status", Json.object().put("attempt_id", attempt))
            .path("task_id")
            .asString("");
    browser.post("/tasks/" + task + "/budget", "budget", "0.50");

    assertThat(browser.read("/tasks/" + task))
        .contains("This task: $0.60 of $0.50, used up", "Allow one more turn")
        .contains("It does not start: the budget of task #1 is used up: $0.60 of $0.50.")
        .doesNotContain("It starts at once");
    var refused = browser.post("/attempts/" + attempt + "/follow-ups", "prompt", "say more");
    assertThat(refused.body())
        .contains("or allow one more turn, under Budget on the task's page.")
        .doesNotContain("baton budget", "--force");
    assertThat(browser.read("/projects/" + board.project()))
        .contains("Budget used up", "Fake Agent <span>$0.60</span>");
    assertThat(browser.read("/attempts/" + attempt + "/review"))
        .contains("Waits in line, a budget is used up");
    assertThat(browser.read("/tasks/" + task + "/attempts/new")).contains("Start anyway");

    assertThatThrownBy(() -> raise(task, "100"))
        .hasMessageContaining("is $0.50, and only a person may raise or remove it");
    assertThatThrownBy(() -> raise(task, "0")).hasMessageContaining("only a person");
    raise(task, "0.40");
    browser.post("/tasks/" + task + "/budget/exceed");
    assertThat(browser.read("/tasks/" + task))
        .contains("One more turn is allowed", "It starts at once")
        .doesNotContain("Allow one more turn");
    var started =
        board
            .client()
            .call(
                "start_task_attempt",
                Json.object()
                    .put("task_id", task)
                    .put("executor", "FAKE_AGENT")
                    .put("prompt", "say more"));
    assertThat(started.path("state").asString("")).isEqualTo("running");
    browser.post("/tasks/" + task + "/budget", "budget", "");
    assertThat(browser.read("/tasks/" + task)).doesNotContain("of $0.40");
  }

  @Test
  void a_refusal_names_the_place_of_the_budget_that_is_used_up() throws Exception {
    var attempt = board.attempt("Dear", "cost 0.60");
    browser.post(
        "/projects/%s/budget".formatted(board.project()),
        "project",
        board.project(),
        "seen",
        "",
        "budget",
        "0.50");

    assertThat(browser.post("/attempts/" + attempt + "/follow-ups", "prompt", "say more").body())
        .contains("Raise the budget of the project on its Insights page, or allow one more turn,");
    assertThat(
            Sentences.of(
                new ToolFailure(
                    BoardFailureCode.BUDGET_EXCEEDED, "no more", "", Map.of("of", "day"))))
        .isEqualTo(
            "No more. Raise budget.day in config.yaml, wait until tomorrow, or allow one more turn,"
                + " under Budget on the task's page.");
  }

  private void raise(String task, String dollars) throws Exception {
    board
        .client()
        .call(
            "update_task",
            Json.object().put("task_id", task).put("budget", new BigDecimal(dollars)));
  }

  @Test
  void a_budget_that_somebody_else_set_meanwhile_is_not_overwritten_in_silence() throws Exception {
    var task = board.start("Work", "say hello").path("task_id").asString("");
    var project = "/projects/%s/budget".formatted(board.project());
    for (var address : List.of("/tasks/%s/budget".formatted(task), project)) {
      var set = browser.post(address, "project", board.project(), "seen", "", "budget", "7.50");
      assertThat(set.statusCode()).as(set.body()).isEqualTo(303);

      var overtaken = browser.post(address, "project", board.project(), "seen", "", "budget", "9");
      assertThat(overtaken.statusCode()).isIn(409, 422);
      assertThat(overtaken.body())
          .contains("Somebody else set this budget to $7.50 meanwhile.")
          .contains("name=\"seen\" value=\"7.50\"", "value=\"9\"");

      var bad = browser.post(address, "project", board.project(), "seen", "7.50", "budget", "lots");
      assertThat(bad.statusCode()).isEqualTo(422);
      assertThat(bad.body()).contains("'lots' is no sum of dollars", "value=\"lots\"");
    }
  }
}
