package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of figures, over real HTTP with the scripted agent. */
class InsightsPageTest {
  @TempDir private Path directory;
  private BoardFixture board;
  private PageVisitor visitor;

  @BeforeEach
  void open() throws Exception {
    board = BoardFixture.in(directory);
    visitor = new PageVisitor(board);
  }

  @AfterEach
  void close() throws Exception {
    visitor.close();
    board.close();
  }

  @Test
  void a_board_without_work_says_so() throws Exception {
    assertThat(visitor.read("/insights"))
        .contains("No agent has worked in these 30 days", "aria-current=\"page\">30 days")
        .doesNotContain("<svg class=\"bars\"");
  }

  @Test
  void pictures_have_their_figures_as_tables_and_what_is_unknown_is_no_zero() throws Exception {
    board.attempt("Silent", "say hello");
    assertThat(visitor.read("/insights"))
        .contains("no agent told it", "<td>unknown</td>")
        .doesNotContain("<td>$0.00</td>");
    board.attempt("Dear", "cost 0.25");
    board.attempt("Bad", "exit 3");

    var page = visitor.read("/insights?days=7&project=" + board.project());

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
            "aria-current=\"page\">7 days",
            "<caption class=\"for-readers\">Attempts per day</caption>",
            "class=\"failed\" fill=\"url(#hatch-attempts)\"")
        .doesNotContain("style=");
  }

  @Test
  void health_shows_checks_servers_storage_limits_and_events() throws Exception {
    board.attempt("One", "say hello");

    assertThat(visitor.read("/health"))
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
        Pattern.compile("name=\"node\" value=\"([^\"]+)\"").matcher(visitor.read("/health"));
    assertThat(named.find()).isTrue();
    var node = named.group(1);
    assertThat(visitor.read("/health"))
        .contains("server", "live", "0 of ", "value=\"drain\"")
        .doesNotContain("value=\"remove\"");

    visitor.post("/nodes", "node", node, "action", "drain");
    assertThat(visitor.read("/health")).contains("draining", "value=\"resume\"");

    visitor.post("/nodes", "node", node, "action", "resume");
    assertThat(visitor.read("/health")).contains("live", "value=\"drain\"");
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

    assertThat(visitor.read("/health"))
        .contains(
            "Task was added: One",
            "An attempt of Fake Agent was made",
            "Agent was started",
            "Agent has failed",
            "<th scope=\"row\">Failed: ",
            "href=\"/tasks/%s?attempt=%s\">#1 One</a>".formatted(task, attempt))
        .doesNotContain("{&#34;", "{&quot;", "attempt.state");

    board.client().call("delete_task", Json.object().put("task_id", task));
    assertThat(visitor.read("/health")).contains("Task was deleted", "A task that is gone");
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
    visitor.post("/tasks/" + task + "/budget", "budget", "0.50");

    assertThat(visitor.read("/tasks/" + task))
        .contains("This task: $0.60 of $0.50, used up", "Allow one more turn");
    assertThat(visitor.read("/projects/" + board.project())).contains("Budget used up");
    assertThat(visitor.read("/tasks/" + task + "/attempts/new")).contains("Start anyway");

    assertThatThrownBy(() -> raise(task, "100"))
        .hasMessageContaining("is $0.50, and only a person may raise or remove it");
    assertThatThrownBy(() -> raise(task, "0")).hasMessageContaining("only a person");
    raise(task, "0.40");
    visitor.post("/tasks/" + task + "/budget/exceed");
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
    visitor.post("/tasks/" + task + "/budget", "budget", "");
    assertThat(visitor.read("/tasks/" + task)).doesNotContain("of $0.40");
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
      var set = visitor.post(address, "project", board.project(), "seen", "", "budget", "7.50");
      assertThat(set.statusCode()).as(set.body()).isEqualTo(303);

      var overtaken = visitor.post(address, "project", board.project(), "seen", "", "budget", "9");
      assertThat(overtaken.statusCode()).isIn(409, 422);
      assertThat(overtaken.body())
          .contains("Somebody else set this budget to $7.50 meanwhile.")
          .contains("name=\"seen\" value=\"7.50\"", "value=\"9\"");

      var bad = visitor.post(address, "project", board.project(), "seen", "7.50", "budget", "lots");
      assertThat(bad.statusCode()).isEqualTo(422);
      assertThat(bad.body()).contains("'lots' is no sum of dollars", "value=\"lots\"");
    }
  }
}
