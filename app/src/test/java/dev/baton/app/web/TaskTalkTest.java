package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How people talk with an agent on its task's page: what waits, what it did, what it asks. */
class TaskTalkTest extends OnPages {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern QUEUED = Pattern.compile("id=\"queued-([0-9a-f-]{36})\"");
  private static final Pattern APPROVAL = Pattern.compile("action=\"/approvals/([0-9a-f-]{36})\"");

  private String page(JsonNode started) throws Exception {
    var response = browser.get("/tasks/" + started.path("task_id").asString(""));
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }

  private String awaitPage(JsonNode started, String text) {
    return await().atMost(PATIENCE).until(() -> page(started), page -> page.contains(text));
  }

  private static String attempt(JsonNode started) {
    return started.path("attempt_id").asString("");
  }

  private String queue(JsonNode started, String prompt) throws Exception {
    browser.post("/attempts/%s/follow-ups".formatted(attempt(started)), "prompt", prompt);
    return QUEUED.matcher(page(started)).results().reduce((_, last) -> last).orElseThrow().group(1);
  }

  @Test
  void one_message_of_the_queue_is_removed_and_another_sent_now() throws Exception {
    var started = board.start("Wait", "say hello\nsleep 600");
    var first = queue(started, "say first words");
    queue(started, "say second words");
    var third = queue(started, "say third words");
    var queue = "/attempts/%s/queue/".formatted(attempt(started));

    assertThat(browser.post(queue + first + "/remove").statusCode()).isEqualTo(303);
    assertThat(page(started)).doesNotContain("first words").contains("second words");
    assertThat(browser.post(queue + third + "/send").statusCode()).isEqualTo(303);

    var page = awaitPage(started, "<p>second words</p>");
    assertThat(page.indexOf("<p>third words</p>"))
        .isPositive()
        .isLessThan(page.indexOf("<p>second words</p>"));
    var late = browser.post(queue + first + "/send");
    assertThat(late.statusCode()).isEqualTo(422);
    assertThat(late.body()).contains("it was sent or removed");
    awaitPage(started, "<span>Completed");
  }

  @Test
  void calls_of_one_kind_that_follow_each_other_stand_in_one_line() throws Exception {
    var started =
        board.start("Write", "write a/one.txt 1\nwrite two.txt 2\nwrite 3.txt 3\nwrite 4.txt 4");

    var page = awaitPage(started, "<span>Completed");

    assertThat(page)
        .contains("<b>Edit 4 files</b><code>one.txt, two.txt, 3.txt and 1 more</code>")
        .contains("<b>Edit</b><code>a/one.txt</code>");
    var resume = Pattern.compile("data-resume=\"(-?\\d+)\"").matcher(page);
    assertThat(resume.find()).isTrue();
    assertThat(
            browser
                .get("/attempts/%s/entries?after=%s".formatted(attempt(started), resume.group(1)))
                .body())
        .as("who goes on from there sees the whole line again")
        .contains("<b>Edit 4 files</b>");
  }

  @Test
  void who_watches_sees_each_call_end_in_its_own_place() throws Exception {
    var started = board.startAsking("ask again\nask again");
    approve(started);
    approve(started);
    var page = awaitPage(started, "<span>Completed");
    var calls =
        Pattern.compile("id=\"call-entry-(\\d+)\"")
            .matcher(page)
            .results()
            .map(call -> Long.parseLong(call.group(1)))
            .toList();
    assertThat(calls).hasSize(2);

    var since = "/attempts/%s/entries?after=%d".formatted(attempt(started), calls.getFirst() + 1);
    assertThat(browser.get(since).body())
        .as("the end of the first call, which the reader has, beside the whole second one")
        .contains("id=\"call-entry-%d\"".formatted(calls.getFirst()))
        .contains("id=\"call-entry-%d\"".formatted(calls.getLast()))
        .doesNotContain("2 calls");
  }

  private void approve(JsonNode started) throws Exception {
    var page = awaitPage(started, "action=\"/approvals/");
    var approval = APPROVAL.matcher(page);
    assertThat(approval.find()).isTrue();
    var place = Pattern.compile("id=\"call-entry-(\\d+)\"").matcher(page).results().toList();
    assertThat(page)
        .as("what still runs is asked for again")
        .contains("data-resume=\"%d\"".formatted(Long.parseLong(place.getLast().group(1)) - 1));
    browser.post("/approvals/" + approval.group(1), "decision", "approve");
  }

  @Test
  void a_file_that_is_changed_twice_is_one_file() throws Exception {
    var started = board.start("Write", "write one.txt 1\nappend one.txt 2");

    assertThat(awaitPage(started, "<span>Completed"))
        .contains("<b>Edit 2 times</b><code>one.txt</code>");
  }

  @Test
  void a_long_talk_makes_no_longer_page_than_a_short_one() throws Exception {
    var started = board.start("Talk", "say word\n".repeat(2_000));

    var page = awaitPage(started, "<span>Completed");

    assertThat(page.split("<li class=\"entry", -1).length).isLessThanOrEqualTo(51);
    assertThat(page.length()).isLessThan(100_000);
  }

  @Test
  void a_call_that_failed_is_counted_in_its_line() throws Exception {
    var started = board.start("Write", "write one.txt 1\ndelete none.txt\nsay after");

    assertThat(awaitPage(started, "<span>Completed"))
        .contains("<b>Edit 2 files</b>")
        .contains("1 failed");
  }

  @Test
  void a_merge_says_before_what_will_happen() throws Exception {
    var started = board.start("Bring <home>", "write new.txt words");
    awaitPage(started, "<span>Completed");
    var address = "/attempts/%s/merge".formatted(attempt(started));

    assertThat(browser.get(address).body())
        .contains("Merge into <code>main</code>")
        .contains("Bring &lt;home&gt;")
        .contains("No conflicts, up to date with main")
        .contains("The task is done afterwards");

    Files.writeString(board.repository().resolve("README.md"), "words of somebody else");
    git("add", "README.md");
    assertThat(browser.get(address).body())
        .contains("has uncommitted changes in 1 file (README.md)")
        .contains("<code>README.md</code>")
        .contains("Commit or stash them there.")
        .doesNotContain("button main\" data-main><i class=\"s s-merge")
        .doesNotContain("The task is done afterwards", "commit into main");
    git("reset", "-q", "--hard");

    Files.writeString(board.repository().resolve("new.txt"), "other words");
    git("add", "new.txt");
    git("commit", "-q", "-m", "other");
    assertThat(browser.get(address).body())
        .contains("Conflicts with main in 1 file")
        .contains("<code>new.txt</code>")
        .doesNotContain("The task is done afterwards", "commit into main", "merge-message");
  }

  private void git(String... arguments) throws Exception {
    var command = new ArrayList<String>();
    command.addAll(List.of("git", "-c", "user.name=Ana", "-c", "user.email=ana@localhost"));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command).directory(board.repository().toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void comments_that_were_not_sent_are_said_wherever_they_can_be_deleted() throws Exception {
    var started = board.start("Comment on it", "write new.txt words");
    awaitPage(started, "<span>Completed");
    var review = "/attempts/%s/review".formatted(attempt(started));
    assertThat(page(started)).doesNotContain("that were not sent");
    for (var text : List.of("Why?", "Why words?")) {
      browser.post(
          review + "/comments", "path", "new.txt", "first", "1", "side", "new", "text", text);
    }

    assertThat(page(started))
        .contains("its branch and its conversation, and 2 comments that were not sent.")
        .contains("attempts and their worktrees, and 2 comments that were not sent.");
    assertThat(browser.read("/attempts/%s/merge".formatted(attempt(started))))
        .contains("its conversation, and 2 comments that were not sent</label>");

    browser.post(review + "/send", "words", "say Look");
    assertThat(page(started)).doesNotContain("that were not sent");
  }

  @Test
  void an_attempt_can_be_deleted_with_its_merge() throws Exception {
    var started = board.start("Bring home", "write new.txt words");
    awaitPage(started, "<span>Completed");

    var merged =
        browser.post(
            "/attempts/%s/merge".formatted(attempt(started)), "strategy", "squash", "delete", "1");

    assertThat(merged.statusCode()).isEqualTo(303);
    assertThat(board.repository().resolve("new.txt")).hasContent("words");
    assertThat(page(started)).contains("Nobody has begun yet");
  }

  @Test
  void programs_and_conversations_are_listed() throws Exception {
    var started = board.start("Talk", "say hello");
    awaitPage(started, "<span>Completed");
    browser.post(
        "/attempts/%s/follow-ups".formatted(attempt(started)),
        "prompt",
        "say afresh",
        "variant",
        "NO_CONTEXT");

    assertThat(awaitPage(started, "<p>afresh</p>"))
        .contains("<h2>Processes</h2>")
        .contains("exit 0")
        .contains("<h2>Sessions</h2>")
        .contains("<dt>2 <span class=\"faint\">newest</span></dt><dd>1 turn");
    awaitPage(started, "<span>Completed");
  }

  @Test
  void a_question_with_choices_is_answered_by_choosing() throws Exception {
    var started = board.startAsking("choose Two share a <b>number</b>. What now? | Keep it | Stop");
    var page = awaitPage(started, "Needs you: Fake Agent asks");
    assertThat(page)
        .contains("Two share a &lt;b&gt;number&lt;/b&gt;. What now?")
        .contains("value=\"Keep it\"")
        .contains("Something else");
    var needs = browser.get("/needs-you").body();
    assertThat(needs).contains("<b>Question</b>").contains("value=\"Stop\"");
    var approval = APPROVAL.matcher(page);
    assertThat(approval.find()).isTrue();
    var address = "/approvals/" + approval.group(1);

    var open =
        browser.post(
            address, "decision", "approve", "question-0", "1", "attempt", attempt(started));
    assertThat(open.statusCode()).isEqualTo(422);
    assertThat(open.body()).contains("A question has no answer yet");
    browser.post(address, "decision", "approve", "question-0", "1", "answer-0", "Keep it");

    awaitPage(started, "chosen: Keep it");
    awaitPage(started, "<span>Completed");
  }

  @Test
  void a_question_is_answered_in_own_words() throws Exception {
    var started = board.startAsking("choose What now? | Keep it | Stop");
    var approval = APPROVAL.matcher(awaitPage(started, "Needs you: Fake Agent asks"));
    assertThat(approval.find()).isTrue();

    browser.post(
        "/approvals/" + approval.group(1),
        "decision",
        "approve",
        "question-0",
        "1",
        "answer-0",
        "",
        "other-0",
        "Ask Ana");

    awaitPage(started, "chosen: Ask Ana");
    awaitPage(started, "<span>Completed");
  }
}
