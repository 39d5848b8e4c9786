package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What tasks wait for, on the pages, over HTTP. */
class BlockedPagesTest extends OnPages {
  private static final Pattern SEEN = Pattern.compile("name=\"seen\" value=\"([^\"]+)\"");

  private String task(String title, String... blockers) throws Exception {
    var request = Json.object().put("project_id", board.project()).put("title", title);
    var all = request.putArray("blocked_by");
    for (var blocker : blockers) {
      all.add(blocker);
    }
    return board.client().call("create_task", request).path("task_id").asString("");
  }

  private void move(String task, String status) throws Exception {
    board.client().call("update_task", Json.object().put("task_id", task).put("status", status));
  }

  private String seen(String task) throws Exception {
    var found = SEEN.matcher(browser.read("/tasks/%s/edit".formatted(task)));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  @Test
  void a_card_says_what_its_task_waits_for_until_that_is_done() throws Exception {
    var first = task("Lay the <pipes>");
    var second = task("Dig");
    task("Turn it on", "#1", "#2");

    assertThat(browser.read("/"))
        .contains(
            "<p class=\"state is-blocked\"><b>Blocked by #1 and 1 more</b> · Lay the"
                + " &lt;pipes&gt;</p>");
    move(first, "done");
    assertThat(browser.read("/")).contains("<b>Blocked by #2</b> · Dig</p>");
    move(second, "cancelled");
    assertThat(browser.read("/")).contains("<b>Blocked by #2</b> · Dig, which was cancelled</p>");
    move(second, "done");
    assertThat(browser.read("/")).contains("Turn it on").doesNotContain("is-blocked");
  }

  @Test
  void a_new_task_is_blocked_by_what_its_form_names() throws Exception {
    var first = task("First");

    var refused =
        browser.post(
            "/tasks", "project", board.project(), "title", "Kept", "blocked_by", "#1, #<99>");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains(
            "Blocked by: There is no task '#&lt;99&gt;'. Write numbers such as #41 or shop#41 there,"
                + " or leave it empty.")
        .contains("value=\"Kept\"", "value=\"#1, #&lt;99>\"");
    assertThat(browser.read("/")).doesNotContain("Kept");

    var made =
        browser.post(
            "/tasks", "project", board.project(), "title", "Second", "blocked_by", " #1, test#1 ");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(303);
    assertThat(browser.read("/")).contains("<b>Blocked by #1</b> · First");
    assertThat(browser.read("/tasks/new?project=" + board.project())).contains("Blocked by");
    assertThat(browser.read("/tasks/" + first)).doesNotContain("id=\"blockers\"");
  }

  @Test
  void the_task_page_links_blockers_and_its_form_changes_them() throws Exception {
    var first = task("First");
    var second = task("Second");
    var edit = "/tasks/%s/edit".formatted(second);
    var seen = seen(second);

    var saved = browser.post(edit, "seen", seen, "title", "Second", "blocked_by", "#1");
    assertThat(saved.statusCode()).as(saved.body()).isEqualTo(303);
    assertThat(browser.read("/tasks/" + second))
        .contains("id=\"blockers\"", "<i class=\"s s-waiting\"></i> To do")
        .contains("<a class=\"link\" href=\"/tasks/%s\">#1 First</a>".formatted(first));
    assertThat(browser.read(edit)).contains("name=\"blocked_by\" value=\"#1\"");

    var overtaken = browser.post(edit, "seen", seen, "title", "Second", "blocked_by", "");
    assertThat(overtaken.statusCode()).isEqualTo(409);
    assertThat(overtaken.body()).contains("Somebody else changed this task", "Blocked by #1");

    var circle = "/tasks/%s/edit".formatted(first);
    var refused = browser.post(circle, "seen", seen(first), "title", "Not yet", "blocked_by", "#2");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("wait for each other in a circle: #1")
        .contains("value=\"Not yet\"", "value=\"#2\"");
    assertThat(browser.read("/tasks/" + first)).contains("First").doesNotContain("Not yet");

    var freed = browser.post(edit, "seen", seen(second), "title", "Second", "blocked_by", "");
    assertThat(freed.statusCode()).as(freed.body()).isEqualTo(303);
    assertThat(browser.read("/tasks/" + second)).doesNotContain("id=\"blockers\"");
  }

  @Test
  void the_task_page_shows_what_is_before_and_behind_two_steps_far() throws Exception {
    var first = task("First");
    var second = task("Second", "#1");
    var third = task("Third", "#2");
    var fourth = task("Fourth", "#3");

    assertThat(browser.read("/tasks/" + third))
        .containsSubsequence(
            "id=\"blockers\"", "/tasks/" + second, "aria-label=\"#2 waits for\"", "/tasks/" + first)
        .containsSubsequence("id=\"waiting\"", "Blocks", "/tasks/" + fourth);
    assertThat(browser.read("/tasks/" + first))
        .doesNotContain("id=\"blockers\"")
        .containsSubsequence("id=\"waiting\"", "/tasks/" + second, "aria-label=\"#2 blocks\"");
  }

  @Test
  void a_blocker_that_was_deleted_is_named_and_can_be_kept() throws Exception {
    var first = task("First");
    var second = task("Second", "#1");
    board.client().call("delete_task", Json.object().put("task_id", first));

    assertThat(browser.read("/tasks/" + second)).contains("Deleted", "#1 First");
    var kept =
        browser.post(
            "/tasks/%s/edit".formatted(second),
            "seen",
            seen(second),
            "title",
            "Other",
            "blocked_by",
            first);
    assertThat(kept.statusCode()).as(kept.body()).isEqualTo(303);
    assertThat(browser.read("/tasks/" + second)).contains("Other", "#1 First");
  }

  @Test
  void a_blocked_task_is_started_only_anyway() throws Exception {
    task("First");
    var second = task("Second", "#1");
    var attempts = "/tasks/%s/attempts".formatted(second);

    var refused = browser.post(attempts, "executor", "FAKE_AGENT", "prompt", "say kept words");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("Task #2 waits for #1 'First' (To do).", "say kept words")
        .contains("name=\"force\" value=\"1\">Start anyway</button>");

    var started =
        browser.post(attempts, "executor", "FAKE_AGENT", "prompt", "say hello", "force", "1");
    assertThat(started.statusCode()).as(started.body()).isEqualTo(303);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> browser.read("/").contains("Ready for review"));
  }

  @Test
  void create_and_start_of_a_blocked_task_makes_it_once_and_asks() throws Exception {
    task("First");

    var made =
        browser.post(
            "/tasks",
            "project",
            board.project(),
            "title",
            "Second",
            "blocked_by",
            "#1",
            "executor",
            "FAKE_AGENT",
            "start",
            "1");

    assertThat(made.statusCode()).as(made.body()).isEqualTo(303);
    assertThat(browser.read(made.headers().firstValue("Location").orElseThrow()))
        .contains("Task #2 waits for #1", "Start anyway");
    assertThat(browser.read("/")).contains("<b>Blocked by #1</b>");
  }
}
