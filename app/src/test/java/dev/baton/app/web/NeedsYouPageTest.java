package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of what waits for a person, over real HTTP with the scripted agent. */
class NeedsYouPageTest extends OnPages {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern ANSWER = Pattern.compile("action=\"(/approvals/[^\"]+)\"");

  /** An attempt that asks; returned when it does. */
  private String asking(String title, String question) throws Exception {
    var task =
        board
            .client()
            .call(
                "create_task",
                Json.object().put("project_id", board.project()).put("title", title));
    var attempt =
        board
            .client()
            .call(
                "start_task_attempt",
                Json.object()
                    .put("task_id", task.path("task_id").asString(""))
                    .put("executor", "FAKE_AGENT")
                    .put("variant", "APPROVALS")
                    .put("prompt", "ask %s\nsay after".formatted(question)))
            .path("attempt_id")
            .asString("");
    await().atMost(PATIENCE).until(() -> browser.read("/needs-you").contains("/approvals/"));
    return attempt;
  }

  /** Where the answer to the only question goes. */
  private String answerAddress() throws Exception {
    var address = ANSWER.matcher(browser.read("/needs-you"));
    assertThat(address.find()).isTrue();
    return address.group(1);
  }

  private String address(String attempt) throws Exception {
    var status =
        board.client().call("get_attempt_status", Json.object().put("attempt_id", attempt));
    return "/tasks/" + status.path("task_id").asString("");
  }

  private String log(String attempt) throws IOException, InterruptedException {
    return board
        .client()
        .call("tail_attempt_logs", Json.object().put("attempt_id", attempt))
        .toString();
  }

  @Test
  void approvals_failures_and_finished_work_stand_in_order_and_are_counted() throws Exception {
    board.attempt("It is broken", "exit 3");
    board.attempt("It is ready", "write b.txt hello");
    asking("It asks", "npm test");

    var page = browser.read("/needs-you");

    assertThat(page)
        .contains("<title>(3) Needs you · Baton</title>", "<span class=\"badge\">3</span>")
        .contains("3 in test, oldest first");
    assertThat(page)
        .containsSubsequence(
            "It is broken", "Failed", "exit code 3", "It is ready", "Ready for review")
        .containsSubsequence("It is ready", "#merge", "It asks", "<b>Approval</b>", "npm test");
  }

  @Test
  void two_projects_of_one_name_are_counted_as_two() throws Exception {
    var repository = BoardFixture.makeRepository(directory.resolve("other"));
    var request = Json.object().put("name", "test");
    request.putArray("repos").addObject().put("path", repository.toString());
    var other = board.client().call("create_project", request).path("project_id").asString("");

    board.attempt("Here", "exit 3");
    board.awaitEnd(board.start(other, "There", "exit 3").path("attempt_id").asString(""));

    assertThat(browser.read("/needs-you")).contains("2 in 2 projects, oldest first");
  }

  @Test
  void two_attempts_in_review_stand_in_one_row_and_can_be_compared() throws Exception {
    var first = board.attempt("Twice", "write b.txt one");
    var again = Json.object().put("task_id", "#1").put("executor", "FAKE_AGENT");
    var second =
        board
            .client()
            .call("start_task_attempt", again.put("prompt", "write c.txt two\nwrite d.txt two"));
    board.awaitEnd(second.path("attempt_id").asString(""));

    var page = browser.read("/needs-you");
    assertThat(page)
        .contains("<title>(1) Needs you", ">Compare both</a>")
        .containsPattern(
            "test, Fake Agent · <span class=\"together\"><ins class=\"added\">\\+2</ins> <del"
                + " class=\"deleted\">−0</del></span>, Fake Agent <span class=\"together\"><ins"
                + " class=\"added\">\\+1</ins> <del class=\"deleted\">−0</del>");
    var compare = Pattern.compile("href=\"(/tasks/[^\"]+/compare[^\"]+)\"").matcher(page);
    assertThat(compare.find()).isTrue();
    assertThat(compare.group(1)).contains("a=" + first);
    assertThat(browser.read(compare.group(1).replace("&amp;", "&"))).contains("b.txt", "c.txt");
  }

  @Test
  void a_conflict_that_somebody_met_stands_on_card_and_row_until_it_is_gone() throws Exception {
    var attempt = board.attempt("Conflicting", "write a.txt mine");
    assertThat(browser.read("/")).contains("Ready for review", "Merge…");
    Files.writeString(board.repository().resolve("a.txt"), "theirs\n");
    TestRepository.git(board.repository(), "commit", "--quiet", "-am", "Theirs");

    browser.read("/attempts/%s/merge".formatted(attempt));
    assertThat(browser.read("/"))
        .contains("is-behind\"><b>Conflicts with main</b> · 1 file", "Update…")
        .doesNotContain("Ready for review");
    assertThat(browser.read("/needs-you"))
        .contains("<b>Conflicts with main</b> · in 1 file · test, Fake Agent")
        .contains(
            "action=\"/attempts/%s/update\"".formatted(attempt), "Let the agent resolve them");
    assertThat(browser.read(address(attempt)))
        .contains("<b>Conflicts with main</b> · 1 file</span><a class=\"link\" href=\"#merge\"")
        .contains("s-behind\"></i><b>1 · Fake Agent</b><span>Conflicts with main");

    TestRepository.git(board.repository(), "reset", "--quiet", "--hard", "HEAD~1");
    browser.read("/attempts/%s/merge".formatted(attempt));
    assertThat(browser.read("/")).contains("Ready for review", "Merge…");
  }

  @Test
  void conflicts_that_no_money_is_left_for_stay_in_the_list_with_the_reason() throws Exception {
    var attempt = board.attempt("Conflicting", "write a.txt mine\ncost 2");
    Files.writeString(board.repository().resolve("a.txt"), "theirs\n");
    TestRepository.git(board.repository(), "commit", "--quiet", "-am", "Theirs");
    browser.read("/attempts/%s/merge".formatted(attempt));
    board.client().call("update_task", Json.object().put("task_id", "#1").put("budget", 1));
    var update = "/attempts/%s/update".formatted(attempt);

    var refused = browser.post(update, "resolve", "1", "back", "/needs-you");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("<h1>Needs you</h1>", "id=\"problem-finished-%s\"".formatted(attempt))
        .contains("the budget of task #1 is used up: $2.00 of $1.00", "Let the agent resolve them");
    var beside = browser.post(update, "resolve", "1", "beside", "1");
    assertThat(beside.statusCode()).isEqualTo(422);
    assertThat(beside.body())
        .contains("id=\"merge\" open", "id=\"merge-problem\"", "id=\"strip\"")
        .contains("the budget of task #1 is used up: $2.00 of $1.00");
  }

  @Test
  void a_merge_that_was_refused_is_known_as_a_conflict_until_the_agent_goes_on() throws Exception {
    var attempt = board.attempt("Conflicting", "write a.txt mine");
    Files.writeString(board.repository().resolve("a.txt"), "theirs\n");
    TestRepository.git(board.repository(), "commit", "--quiet", "-am", "Theirs");

    browser.post("/attempts/%s/merge".formatted(attempt), "strategy", "squash");
    assertThat(browser.read("/needs-you")).contains("<b>Conflicts with main</b>");

    browser.post("/attempts/%s/follow-ups".formatted(attempt), "prompt", "say more");
    board.awaitEnd(attempt);
    assertThat(browser.read("/needs-you")).contains("<b>Ready for review</b>");
  }

  @Test
  void merged_work_whose_card_is_moved_back_says_that_nothing_is_left_to_merge() throws Exception {
    var attempt = board.attempt("Back again", "write back.txt words");
    var merge = "/attempts/%s/merge".formatted(attempt);
    assertThat(browser.post(merge, "strategy", "squash").statusCode()).isEqualTo(303);
    assertThat(browser.read(merge))
        .contains("Nothing to merge into <code>main</code>", "There is nothing that main has not")
        .doesNotContain("data-main", "The task is done afterwards");
    var back = Json.object().put("task_id", "#1").put("status", "inreview");

    board.client().call("update_task", back);

    assertThat(browser.read("/"))
        .contains("is-done\"><b>Merged</b> · nothing is left to merge")
        .doesNotContain("Merge…", "Ready for review");
    assertThat(browser.read("/needs-you"))
        .contains("<b>Merged</b> · nothing is left to merge · test, Fake Agent")
        .doesNotContain("Merge…", "Pull request…", "Ready for review");
    assertThat(browser.read(merge))
        .contains("Nothing to merge into <code>main</code>", "The task is done afterwards")
        .contains("Move to Done")
        .doesNotContain("Merge into", "merge-message");
    var head = TestRepository.git(board.repository(), "rev-parse", "main");
    assertThat(browser.post(merge).statusCode()).isEqualTo(303);
    assertThat(TestRepository.git(board.repository(), "rev-parse", "main")).isEqualTo(head);
    assertThat(browser.read(address(attempt))).contains("<option value=\"done\" selected>");

    board.client().call("update_task", back);
    browser.post("/attempts/%s/follow-ups".formatted(attempt), "prompt", "write more.txt words");
    board.awaitEnd(attempt);
    assertThat(browser.read("/")).contains("Ready for review", "Merge…");
  }

  @Test
  void a_message_that_waits_for_money_stays_in_sight_until_somebody_allows_it() throws Exception {
    var attempt = board.attempt("It is dear", "cost 2");
    var budget = Json.object().put("task_id", "#1").put("budget", 1);
    var task = board.client().call("update_task", budget).path("task_id").asString("");
    browser.post("/attempts/%s/follow-ups".formatted(attempt), "prompt", "say more", "queue", "1");

    var words = "the budget of task #1 is used up: $2.00 of $1.00";
    var exceed = "/tasks/%s/budget/exceed".formatted(task);
    assertThat(browser.read("/needs-you"))
        .contains("<title>(1) Needs you", "<b>In line</b> · test, Fake Agent · " + words)
        .contains("action=\"%s\"".formatted(exceed), ">Allow one turn<");
    assertThat(browser.read("/tasks/" + task))
        .contains("It waits in line: %s.".formatted(words))
        .contains("id=\"waiting-turn\"", "<b>1st in line</b><span>%s</span>".formatted(words))
        .doesNotContain("when this turn ends");

    browser.post(exceed, "back", "/needs-you");
    await().atMost(PATIENCE).until(() -> log(attempt).contains("more"));
    assertThat(browser.read("/needs-you")).doesNotContain("<b>In line</b>");
  }

  @Test
  void approving_by_the_form_answers_the_agent() throws Exception {
    var attempt = asking("It asks", "npm test");

    var answered =
        browser.post(
            "/needs-you", answerAddress(), Map.of("decision", "approve", "back", "/needs-you"));

    assertThat(answered.statusCode()).as(answered.body()).isEqualTo(303);
    assertThat(answered.headers().firstValue("Location")).contains("/needs-you");
    await().atMost(PATIENCE).until(() -> log(attempt).contains("after"));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(browser.read("/needs-you")).contains("Ready for review"));
  }

  @Test
  void a_denial_brings_its_reason_to_the_agent() throws Exception {
    var attempt = asking("It asks", "rm -rf build");

    var answered =
        browser.post(
            "/needs-you",
            answerAddress(),
            Map.of("decision", "deny", "reason", "use the clean goal", "back", "//elsewhere"));

    assertThat(answered.headers().firstValue("Location")).contains("/needs-you");
    await().atMost(PATIENCE).until(() -> log(attempt).contains("use the clean goal"));
  }

  @Test
  void an_answer_that_comes_too_late_is_refused_in_a_sentence() throws Exception {
    asking("It asks", "npm test");
    var address = answerAddress();
    browser.post("/needs-you", address, Map.of("decision", "approve"));
    await().atMost(PATIENCE).until(() -> browser.read("/needs-you").contains("Ready for review"));

    var late = browser.post("/tasks/new", address, Map.of("decision", "deny"));

    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(late.body()).contains("no longer waits for an answer.");
  }

  @Test
  void text_of_agents_and_titles_can_do_nothing() throws Exception {
    asking("<b>Bold</b>", "echo <script>alert(1)</script> \u202e");

    assertThat(browser.read("/needs-you"))
        .contains("&lt;b&gt;Bold&lt;/b&gt;", "&lt;script&gt;alert(1)&lt;/script&gt; \\u202e")
        .doesNotContain("<script>alert", "\u202e");
  }

  @Test
  void nothing_that_waits_is_said_with_how_many_are_at_work() throws Exception {
    assertThat(browser.read("/needs-you")).contains("Nothing needs you. No agent is at work.");
    board.agentToken();
    assertThat(browser.read("/needs-you")).contains("Nothing needs you. 1 agent is at work.");
  }

  @Test
  void what_failed_is_sent_again_from_its_row() throws Exception {
    var attempt = board.attempt("It is broken", "exit 3");
    var retry = "/attempts/%s/turns/newest/retry".formatted(attempt);

    assertThat(browser.read("/needs-you")).contains("href=\"%s\"".formatted(retry));
    assertThat(browser.read(retry))
        .contains("action=\"/attempts/%s/turns/0/retry\"".formatted(attempt), "exit 3</textarea>");
  }
}
