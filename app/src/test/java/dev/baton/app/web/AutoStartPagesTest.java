package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tasks that start by themselves, on the board and over HTTP. */
class AutoStartPagesTest extends OnPages {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern SEEN = Pattern.compile("name=\"seen\" value=\"([^\"]+)\"");

  /** A task that waits for another one; the field says how it starts. */
  private void make(String title, String... fields) throws Exception {
    var all = new String[6 + fields.length];
    System.arraycopy(
        new String[] {"project", board.project(), "title", title, "blocked_by", "#1"},
        0,
        all,
        0,
        6);
    System.arraycopy(fields, 0, all, 6, fields.length);
    var made = browser.post("/tasks", all);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(303);
    assertThat(made.headers().firstValue("Location")).contains("/projects/" + board.project());
  }

  private JsonNode read(String number) throws Exception {
    return board.client().call("get_task", Json.object().put("task_id", number));
  }

  private String address(String number) throws Exception {
    return "/tasks/" + read(number).path("task_id").asString("");
  }

  private String seen(String number) throws Exception {
    var found = SEEN.matcher(browser.read(address(number) + "/edit"));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  private void finish(String number) throws Exception {
    board.client().call("update_task", Json.object().put("task_id", number).put("status", "done"));
  }

  @Test
  void a_new_task_starts_by_itself_if_its_form_says_so_and_its_card_tells() throws Exception {
    browser.post("/tasks", "project", board.project(), "title", "First");
    make("say by hand", "executor", "FAKE_AGENT");
    make("say now", "executor", "FAKE_AGENT", "auto_start", "1", "start", "1");

    assertThat(browser.read("/tasks/new?project=" + board.project()))
        .contains("name=\"auto_start\"");
    assertThat(browser.read("/")).contains("#3 · Fake Agent starts by itself", "#2 · No agent yet");
    assertThat(browser.read(address("#3")))
        .contains("Fake Agent starts by itself when nothing blocks this task any more.")
        .contains("<h2>Starts by itself</h2>")
        .doesNotContain("Nobody has begun yet.");

    finish("#1");

    await()
        .atMost(PATIENCE)
        .until(() -> read("#3").path("status").asString(""), "inreview"::equals);
    assertThat(read("#2").path("status").asString("")).isEqualTo("todo");
  }

  @Test
  void who_starts_a_blocked_task_can_let_it_wait() throws Exception {
    browser.post("/tasks", "project", board.project(), "title", "First");
    make("say hello");
    assertThat(browser.read(address("#2") + "/attempts/new"))
        .contains("Start anyway", "Start when that is done");
    assertThat(browser.read(address("#1") + "/attempts/new")).doesNotContain("when that is done");

    var start = address("#2") + "/attempts";
    var refused =
        browser.post(start, "executor", "FAKE_AGENT", "later", "1", "prompt", "Other words");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("gets the words of the task alone", "Other words</text");
    browser.post(start, "executor", "FAKE_AGENT", "later", "1");

    assertThat(browser.read("/")).contains("#2 · Fake Agent starts by itself");
  }

  @Test
  void the_form_with_the_words_sets_it_and_nobody_is_overwritten_in_silence() throws Exception {
    browser.post("/tasks", "project", board.project(), "title", "First");
    make("say hello");
    var edit = address("#2") + "/edit";
    var seen = seen("#2");
    assertThat(browser.read(edit)).contains("A person starts it", "Fake Agent starts by itself");

    var refused =
        browser.post(edit, "seen", seen, "title", "say hello", "auto_start", "NOBODY:AT_ALL");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("There is no executor", "value=\"NOBODY:AT_ALL\" selected");
    var saved =
        browser.post(edit, "seen", seen, "title", "say hello", "auto_start", "FAKE_AGENT:PLAN");
    assertThat(saved.statusCode()).as(saved.body()).isEqualTo(303);
    assertThat(read("#2").path("auto_start").path("variant").asString("")).isEqualTo("PLAN");
    assertThat(browser.read(edit)).contains("value=\"FAKE_AGENT:PLAN\" selected");

    var overtaken = browser.post(edit, "seen", seen, "title", "Other words", "auto_start", "");
    assertThat(overtaken.statusCode()).isEqualTo(409);
    assertThat(overtaken.body())
        .contains("Somebody else changed this task meanwhile")
        .contains("Fake Agent (Plan: edits nothing) starts by itself</p>")
        .contains("value=\"FAKE_AGENT:PLAN\" selected");

    browser.post(
        edit,
        "seen",
        seen("#2"),
        "title",
        "say hello",
        "seen_auto_start",
        "FAKE_AGENT:PLAN",
        "auto_start",
        "");
    assertThat(
            read("#2").path("auto_start").isMissingNode() || read("#2").path("auto_start").isNull())
        .isTrue();
  }

  @Test
  void one_that_waits_for_something_else_says_for_what_until_that_is_over() throws Exception {
    browser.post("/tasks", "project", board.project(), "title", "First");
    make("say hello", "executor", "FAKE_AGENT", "auto_start", "1");
    var move = Json.object().put("task_id", "#2");
    board.client().call("update_task", move.put("status", "inprogress"));

    var waits = "the task is in progress, and starts when it is back in todo";
    assertThat(browser.read("/")).contains("<b>Waits</b> · " + waits, "#2 · Fake Agent");
    assertThat(browser.read(address("#2")))
        .contains("Fake Agent starts by itself, but not yet: %s.".formatted(waits))
        .doesNotContain("when nothing blocks this task any more");
    assertThat(browser.read(address("#2") + "/attempts/new")).doesNotContain("when that is done");
    var set =
        browser.post(
            address("#2") + "/edit",
            "seen",
            seen("#2"),
            "title",
            "say hello",
            "seen_auto_start",
            "FAKE_AGENT",
            "auto_start",
            "FAKE_AGENT:PLAN");
    assertThat(set.statusCode()).isEqualTo(422);
    assertThat(set.body()).contains("is in progress, and a task starts by itself only from todo");

    board.client().call("update_task", move.put("status", "todo"));
    assertThat(browser.read("/")).contains("#2 · Fake Agent starts by itself");
    assertThat(browser.read(address("#2"))).doesNotContain("but not yet");
  }

  @Test
  void one_that_no_money_is_left_for_needs_somebody_who_allows_it() throws Exception {
    board.attempt("First", "cost 2");
    make("say hello", "executor", "FAKE_AGENT", "auto_start", "1");
    board
        .client()
        .call("update_project", Json.object().put("project_id", board.project()).put("budget", 1));
    finish("#1");

    var exceed = address("#2") + "/budget/exceed";
    var words = "the budget of project 'test' is used up: $2.00 of $1.00";
    assertThat(browser.read("/needs-you"))
        .contains("<title>(1) Needs you", "<b>Not started</b> · test, Fake Agent · " + words)
        .contains("action=\"%s\"".formatted(exceed), ">Allow one turn<");
    assertThat(browser.read("/")).contains("<b>Waits</b> · " + words);
    assertThat(browser.read(address("#2"))).contains("but not yet: " + words);

    browser.post(exceed, "back", "/needs-you");
    await()
        .atMost(PATIENCE)
        .until(() -> read("#2").path("status").asString(""), "inreview"::equals);
  }

  @Test
  void one_that_could_not_start_says_why_needs_somebody_and_is_tried_again() throws Exception {
    browser.post("/tasks", "project", board.project(), "title", "First");
    make("say hello", "executor", "FAKE_AGENT", "auto_start", "1");
    var hidden = board.repository().resolveSibling("hidden");
    assertThat(board.repository().toFile().renameTo(hidden.toFile())).isTrue();
    finish("#1");

    await().atMost(PATIENCE).until(() -> browser.read("/needs-you").contains("Not started"));

    var again = address("#2") + "/auto-start";
    assertThat(browser.read("/needs-you"))
        .contains("<title>(1) Needs you", "<b>Not started</b> · test, Fake Agent · ")
        .contains("action=\"%s\"".formatted(again), "Try again");
    assertThat(browser.read("/")).contains("is-failed\"><b>Not started</b> · ");
    assertThat(browser.read(address("#2")))
        .contains("could not start by itself: ", "action=\"%s\"".formatted(again));

    assertThat(hidden.toFile().renameTo(board.repository().toFile())).isTrue();
    var tried = browser.post(again, "back", "/needs-you");

    assertThat(tried.headers().firstValue("Location")).contains("/needs-you");
    await()
        .atMost(PATIENCE)
        .until(() -> read("#2").path("status").asString(""), "inreview"::equals);
    assertThat(browser.read("/needs-you")).doesNotContain("Not started");
  }
}
