package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The task page, over HTTP, with a server and an agent that are real. */
class TaskPageTest extends OnPages {
  private static final Pattern APPROVAL = Pattern.compile("action=\"/approvals/([0-9a-f-]{36})\"");
  private static final Pattern SEEN = Pattern.compile("name=\"seen\" value=\"([^\"]+)\"");

  /** An attempt that has ended, at a task of its own. */
  private JsonNode ended(String title, String script) throws Exception {
    var started = board.start(title, script);
    awaitState(started, "completed");
    return started;
  }

  private void awaitState(JsonNode started, String state) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> state(attempt(started)), now -> now.equals(state));
  }

  private String state(String attempt) throws Exception {
    return board
        .client()
        .call("get_attempt_status", Json.object().put("attempt_id", attempt))
        .path("state")
        .asString("");
  }

  private static String attempt(JsonNode started) {
    return started.path("attempt_id").asString("");
  }

  private static String task(JsonNode started) {
    return started.path("task_id").asString("");
  }

  private String page(JsonNode started) throws Exception {
    var response = browser.get("/tasks/" + task(started));
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }

  private static String location(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(303);
    return response.headers().firstValue("Location").orElseThrow();
  }

  @Test
  void the_page_shows_text_attempt_and_conversation() throws Exception {
    var started = ended("Fix the *sum*", "say It is **done**\nwrite sum.txt 3\nthink Hm");

    var page = page(started);

    assertThat(page)
        .contains("<span class=\"words\">Fix the *sum*</span> <span class=\"faint\">#1</span></h1>")
        .contains("<b>1 · Fake Agent</b><span>Completed")
        .contains("aria-current=\"true\"")
        .contains("<p>It is <strong>done</strong></p>")
        .contains("<b>Edit</b><code>sum.txt</code>")
        .contains("<b>Thinking</b>")
        .contains("Merge into main…")
        .contains("<dt>Agent</dt>")
        .contains("exit 0")
        .doesNotContain("<script>");
  }

  @Test
  void a_task_is_found_by_its_number() throws Exception {
    var started = ended("Count", "say one");

    var found = browser.get("/projects/%s/tasks/1".formatted(board.project()));

    assertThat(location(found)).isEqualTo("/tasks/" + task(started));
    assertThat(browser.get("/projects/%s/tasks/77".formatted(board.project())).statusCode())
        .isEqualTo(404);
  }

  @Test
  void a_tool_call_shows_its_output_when_it_is_opened() throws Exception {
    var started = ended("Write", "write sum.txt 3");
    var address = first(Pattern.compile("src=\"(/attempts/[^\"]+/entries/\\d+)\""), page(started));

    assertThat(browser.get(address).body()).contains("<pre class=\"output\"").contains("written");
  }

  @Test
  void what_is_new_comes_alone_and_a_call_keeps_its_place() throws Exception {
    var started = ended("Write", "say first\nwrite sum.txt 3\nsay last");
    var all = "/attempts/%s/entries?after=".formatted(attempt(started));

    var everything = browser.get(all + "-1").body();

    assertThat(everything).contains("first").contains("last");
    assertThat(everything.split("class=\"entry call\"", -1)).hasSize(2);
    var latest = Long.parseLong(first(Pattern.compile("data-latest=\"(\\d+)\""), everything));
    assertThat(browser.get(all + latest).body()).doesNotContain("<li").contains("data-latest=");
    var call = first(Pattern.compile("class=\"entry call\" id=\"entry-(\\d+)\""), everything);
    assertThat(browser.get(all + call).body())
        .contains("class=\"entry call\" id=\"entry-%s\"".formatted(call))
        .doesNotContain("first");
  }

  @Test
  void older_entries_come_in_a_frame() throws Exception {
    var started = ended("Talk", "say word\n".repeat(120));

    var page = page(started);
    var older = first(Pattern.compile("id=\"older-(\\d+)\""), page);
    var frame =
        browser.get("/attempts/%s/entries?before=%s".formatted(attempt(started), older)).body();

    assertThat(page.split("<li class=\"entry", -1).length).isBetween(30, 60);
    assertThat(frame).contains("<turbo-frame class=\"older\" id=\"older-%s\"".formatted(older));
    assertThat(frame.split("<li class=\"entry", -1).length).isBetween(30, 60);
  }

  @Test
  void a_follow_up_is_sent_when_the_agent_is_idle() throws Exception {
    var started = ended("Talk", "say hello");

    var sent =
        browser.post("/attempts/%s/follow-ups".formatted(attempt(started)), "prompt", "say again");

    assertThat(location(sent))
        .isEqualTo("/tasks/%s?attempt=%s".formatted(task(started), attempt(started)));
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(page(started)).contains("<p>again</p>"));
    awaitState(started, "completed");
  }

  @Test
  void a_follow_up_waits_while_the_agent_works_and_can_be_taken_back() throws Exception {
    var started = board.start("Hang", "say hello\nhang");
    var follow = "/attempts/%s/follow-ups".formatted(attempt(started));

    location(browser.post(follow, "prompt", "say queued words"));
    assertThat(page(started)).contains("queued words").contains("Send now").contains("Queue");

    location(browser.post("/attempts/%s/queue/clear".formatted(attempt(started))));
    assertThat(page(started)).doesNotContain("queued words");

    location(browser.post("/attempts/%s/stop".formatted(attempt(started)), "force", "1"));
    assertThat(state(attempt(started))).isEqualTo("failed");
    assertThat(page(started)).doesNotContain("id=\"stop\"");
  }

  @Test
  void what_was_typed_stays_when_it_is_refused() throws Exception {
    var started = ended("Talk", "say hello");

    var refused =
        browser.post(
            "/attempts/%s/follow-ups".formatted(attempt(started)),
            "prompt",
            "keep <these> words",
            "variant",
            "NO_SUCH");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("id=\"follow-up-problem\"")
        .contains("keep &lt;these&gt; words");
  }

  @Test
  void a_question_is_answered_in_place() throws Exception {
    var started = board.startAsking("ask May I?\nsay went on");
    var approval = first(APPROVAL, awaitQuestion(started));

    location(browser.post("/approvals/" + approval, "decision", "approve"));

    awaitState(started, "completed");
    assertThat(page(started))
        .contains("went on", "<option value=\"APPROVALS\" selected")
        .doesNotContain("Needs you: may");
    var late =
        browser.post("/approvals/" + approval, "decision", "approve", "attempt", attempt(started));
    assertThat(late.statusCode()).isEqualTo(422);
    assertThat(late.body()).contains("no longer waits for an answer");
  }

  @Test
  void a_denial_tells_the_agent_why() throws Exception {
    var started = board.startAsking("ask May I?");
    var approval = first(APPROVAL, awaitQuestion(started));

    location(
        browser.post("/approvals/" + approval, "decision", "deny", "reason", "not on Mondays"));

    awaitState(started, "completed");
    assertThat(page(started)).contains("denied: not on Mondays");
  }

  private String awaitQuestion(JsonNode started) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> page(started), page -> page.contains("Needs you: may Fake Agent use ask?"));
  }

  @Test
  void words_of_two_people_are_not_overwritten_in_silence() throws Exception {
    var started = ended("Old title", "say hello");
    var edit = "/tasks/%s/edit".formatted(task(started));
    var seen = first(SEEN, browser.get(edit).body());

    location(browser.post(edit, "seen", seen, "title", "Title of Ana", "labels", "one, two"));
    var mine =
        browser.post(
            edit, "seen", seen, "title", "My title", "description", "My words", "labels", "");

    assertThat(mine.statusCode()).isEqualTo(409);
    assertThat(mine.body())
        .contains("Somebody else changed this task meanwhile")
        .contains("<b>Title of Ana</b>")
        .contains("value=\"My title\"")
        .contains("My words");
    assertThat(page(started)).contains("Title of Ana").contains(">one</span>");

    var now = first(SEEN, mine.body());
    location(browser.post(edit, "seen", now, "title", "My title", "description", "_My_ words"));
    assertThat(page(started)).contains("My title").contains("<em>My</em> words");
  }

  @Test
  void a_move_is_no_change_of_words_and_a_blank_title_is_refused() throws Exception {
    var started = ended("Title", "say hello");
    var edit = "/tasks/%s/edit".formatted(task(started));
    var seen = first(SEEN, browser.get(edit).body());
    location(browser.post("/tasks/%s/move".formatted(task(started)), "status", "cancelled"));

    var blank = browser.post(edit, "seen", seen, "title", "", "description", "My words");
    assertThat(blank.statusCode()).isEqualTo(422);
    assertThat(blank.body()).contains("title is blank").contains("My words");
    location(browser.post(edit, "seen", seen, "title", "Other"));
  }

  @Test
  void hostile_words_do_nothing() throws Exception {
    var started =
        ended(
            "<img src=x onerror=alert(1)>",
            """
            say <script>alert(1)</script>
            say [x](javascript:alert(1)) ![p](http://evil.example/p.png)
            say \u202egnp.exe \u200b \u001b[31mred\u001b[0m \u001b]0;title\u0007
            write <b>.txt <i>
            """);

    var page = page(started);
    var raw = browser.get("/tasks/%s?view=raw".formatted(task(started))).body();

    assertThat(page)
        .contains("&lt;img src=x onerror=alert(1)&gt;")
        .contains("&lt;script&gt;alert(1)")
        .contains("Picture: p")
        .contains("\\u202e")
        .contains("\\u200b red ")
        .doesNotContain("<script>alert")
        .doesNotContain("<img src=\"http")
        .doesNotContain("<img src=x")
        .doesNotContain("href=\"javascript:")
        .doesNotContain("\u202e")
        .doesNotContain("\u001b");
    assertThat(raw)
        .contains("&lt;script&gt;")
        .doesNotContain("<script>alert")
        .doesNotContain("\u202e")
        .doesNotContain("\u001b");
  }

  @Test
  void a_line_of_five_megabytes_makes_a_small_page() throws Exception {
    var started = ended("Long", "lines 1 5000000\nsay after");

    assertThat(page(started)).contains("after").hasSizeLessThan(400_000);
    var raw = browser.get("/tasks/%s?view=raw".formatted(task(started))).body();
    assertThat(raw).hasSizeLessThan(1_000_000);
  }

  @Test
  void another_attempt_is_started_and_chosen() throws Exception {
    var started = ended("Twice", "say hello");
    assertThat(browser.get("/tasks/%s/attempts/new".formatted(task(started))).body())
        .contains("Fake Agent");
    var second =
        browser.post(
            "/tasks/%s/attempts".formatted(task(started)),
            "executor",
            "FAKE_AGENT",
            "prompt",
            "say second");

    var place = location(second);
    assertThat(place).startsWith("/tasks/%s?attempt=".formatted(task(started)));
    assertThat(browser.get(place).body())
        .contains("<b>2 · Fake Agent</b>")
        .contains("<b>1 · Fake Agent</b>");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(page(started)).contains("<p>second</p>"));
    awaitState(Json.object().put("attempt_id", place.substring(place.length() - 36)), "completed");
  }

  @Test
  void work_is_merged_and_the_task_is_done() throws Exception {
    var started = ended("Merge me", "write new.txt words");
    var merge = "/attempts/%s/merge".formatted(attempt(started));

    location(browser.post(merge, "strategy", "squash", "message", "Add words"));

    assertThat(board.repository().resolve("new.txt")).hasContent("words");
    assertThat(page(started)).contains("value=\"done\" selected");
  }

  @Test
  void what_is_not_there_is_said_on_a_page() throws Exception {
    var started = ended("There", "say hello");
    var nobody = UUID.randomUUID();
    for (var path :
        new String[] {
          "/tasks/" + nobody,
          "/tasks/nonsense",
          "/tasks/%s?attempt=%s".formatted(task(started), nobody),
          "/tasks/%s?attempt=nonsense".formatted(task(started)),
          "/tasks/%s/edit".formatted(nobody),
          "/attempts/%s/entries?after=0".formatted(nobody),
        }) {
      var response = browser.get(path);
      assertThat(response.statusCode()).as(path).isEqualTo(404);
      assertThat(response.body()).as(path).contains("<h1>").contains("← Board");
    }
  }

  @Test
  void a_task_that_was_deleted_is_said_to_be_so() throws Exception {
    var started = ended("Gone", "say hello");
    assertThat(location(browser.post("/tasks/%s/delete".formatted(task(started)))))
        .isEqualTo("/projects/" + board.project());

    assertThat(browser.get("/tasks/" + task(started)).body())
        .contains("Somebody deleted it")
        .contains("is kept");
    for (var form : List.of("move", "archive", "edit", "budget", "delete")) {
      var refused = browser.post("/tasks/%s/%s".formatted(task(started), form), "status", "done");
      assertThat(refused.statusCode()).as(form).isEqualTo(404);
      assertThat(refused.body())
          .as(form)
          .containsPattern("Somebody deleted it at [0-9:]{5} UTC\\.")
          .contains("Go back to the board")
          .doesNotContain("There is no task");
    }
  }
}
