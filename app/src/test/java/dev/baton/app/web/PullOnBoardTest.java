package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a project takes tasks by itself, said on its board, over HTTP. */
class PullOnBoardTest extends OnPages {
  @Test
  void the_board_says_that_tasks_are_taken_and_resumes_after_a_pause() throws Exception {
    var address = "/projects/" + board.project();
    assertThat(browser.read(address)).doesNotContain("id=\"pull\"");

    var request = Json.object().put("project_id", board.project());
    request.putObject("auto_start").put("limit", 2).put("executor", "FAKE_AGENT");
    board.client().call("update_project", request);
    assertThat(browser.read(address)).contains("Takes tasks by itself: up to 2, Fake Agent");

    board
        .client()
        .call(
            "update_project",
            Json.object().put("project_id", board.project()).put("auto_start_paused", true));
    assertThat(browser.read(address))
        .contains("Paused by hand", "action=\"%s/resume\"".formatted(address));
    assertThat(browser.read("/"))
        .contains("Paused by hand", "action=\"%s/resume\"".formatted(address));

    var resumed = browser.post(address + "/resume");
    assertThat(resumed.statusCode()).as(resumed.body()).isEqualTo(303);
    assertThat(browser.read(address)).contains("Takes tasks by itself").doesNotContain("Paused");
    assertThat(browser.read("/")).doesNotContain("id=\"pull");
  }

  @Test
  void a_form_on_the_board_says_how_tasks_are_taken() throws Exception {
    var address = "/projects/" + board.project();
    assertThat(browser.read(address)).contains("href=\"%s/auto-start\"".formatted(address));
    assertThat(browser.read(address + "/auto-start"))
        .contains("takes tasks by itself", "value=\"FAKE_AGENT\"")
        .doesNotContain("Take no more");

    for (var typed : List.of("many", "-1")) {
      var refused = browser.post(address + "/auto-start", "limit", typed, "executor", "FAKE_AGENT");
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body())
          .contains("The limit '%s' is no whole number from 0 to 1000.".formatted(typed))
          .contains("value=\"%s\"".formatted(typed));
    }

    var set =
        browser.post(
            address + "/auto-start", "limit", "3", "executor", "FAKE_AGENT", "labels", "auto");
    assertThat(set.statusCode()).as(set.body()).isEqualTo(303);
    assertThat(browser.read(address))
        .contains("Takes tasks by itself: up to 3, Fake Agent, only auto");
    // why in this order: Enter in a field means the first button
    assertThat(browser.read(address + "/auto-start"))
        .containsSubsequence("value=\"3\"", "Take tasks", "Take no more");

    var late =
        browser.post(address + "/auto-start", "seen", "", "limit", "5", "executor", "FAKE_AGENT");
    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(late.body())
        .contains("Somebody else changed this meanwhile", "up to 3, Fake Agent, only auto")
        .contains("value=\"5\"");
    var seen = late.body().replaceAll("(?s).*name=\"seen\" value=\"([^\"]+)\".*", "$1");
    assertThat(
            browser
                .post(address + "/auto-start", "seen", seen, "limit", "5", "executor", "FAKE_AGENT")
                .statusCode())
        .isEqualTo(303);

    browser.post(address + "/auto-start", "off", "1");
    assertThat(browser.read(address)).doesNotContain("id=\"pull\"");
  }

  private void pull(int limit) throws Exception {
    var request = Json.object().put("project_id", board.project());
    request.putObject("auto_start").put("limit", limit).put("executor", "FAKE_AGENT");
    board.client().call("update_project", request);
  }

  @Test
  void a_task_that_no_money_is_left_for_says_so_and_so_does_every_board() throws Exception {
    board.attempt("First", "cost 2");
    board
        .client()
        .call("update_project", Json.object().put("project_id", board.project()).put("budget", 1));
    pull(1);
    for (var title : List.of("say later", "say next")) {
      browser.post("/tasks", "project", board.project(), "title", title);
    }

    var words = "the budget of project 'test' is used up: $2.00 of $1.00";
    for (var address : List.of("/", "/projects/" + board.project())) {
      assertThat(browser.read(address))
          .contains("<p class=\"budget is-exceeded\">The" + words.substring(3))
          .containsOnlyOnce("<b>Waits</b> · " + words)
          .containsSubsequence("say next", "<b>Waits</b>", "say later");
    }
  }

  @Test
  void a_turn_that_is_allowed_is_said_until_it_begins() throws Exception {
    board.attempt("say dear", "cost 2");
    var task =
        board
            .client()
            .call("update_task", Json.object().put("task_id", "#1").put("budget", 1))
            .path("task_id")
            .asString("");
    board.client().call("update_task", Json.object().put("task_id", task).put("status", "todo"));
    // why: one that is at work leaves no room for another
    board.agentToken();
    pull(1);
    var words = "the budget of task #1 is used up: $2.00 of $1.00";
    assertThat(browser.read("/")).contains("<b>Waits</b> · " + words, ">Budget used up<");

    var allowed = browser.post("/tasks/%s/budget/exceed".formatted(task), "back", "/needs-you");

    var list = allowed.headers().firstValue("Location").orElseThrow();
    assertThat(list).startsWith("/needs-you?");
    assertThat(browser.read(list))
        .contains("One more turn of say dear is allowed, and begins when its turn comes.");
    assertThat(browser.read("/"))
        .contains("<b>Waits</b> · one more turn is allowed, and begins when its turn comes")
        .contains(">One more turn allowed<")
        .doesNotContain("Budget used up");

    pull(2);
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(browser.read(list))
                    .contains("One more turn of say dear was allowed.", "Ready for review"));
    assertThat(browser.read("/")).doesNotContain("<b>Waits</b>", "turn allowed");
  }

  @Test
  void three_failures_in_a_row_are_said_with_the_way_on() throws Exception {
    var request = Json.object().put("project_id", board.project());
    request.putObject("auto_start").put("limit", 1).put("executor", "FAKE_AGENT");
    board.client().call("update_project", request);
    for (var i = 0; i < 3; i++) {
      board
          .client()
          .call(
              "create_task",
              Json.object().put("project_id", board.project()).put("title", "exit 3"));
    }

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(browser.read("/projects/" + board.project()))
                    .contains("Paused after three failures", ">Resume</button>"));
    var resume = "/projects/%s/resume".formatted(board.project());
    assertThat(browser.read("/needs-you"))
        .contains("<title>(4) Needs you · Baton</title>", "4 in test, oldest first")
        .contains("<b>Paused</b>", "3 failures in a row", "action=\"%s\"".formatted(resume));

    var resumed = browser.post(resume, "back", "/needs-you");

    assertThat(resumed.headers().firstValue("Location")).contains("/needs-you");
    assertThat(browser.read("/needs-you"))
        .contains("<title>(3) Needs you")
        .doesNotContain("<b>Paused</b>");
  }
}
