package dev.baton.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.TestForge;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What pages say of work that was merged, stopped, answered or archived, over HTTP. */
class OutcomePagesTest extends OnPages {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern APPROVAL = Pattern.compile("action=\"(/approvals/[0-9a-f-]{36})\"");

  private static String attempt(JsonNode started) {
    return started.path("attempt_id").asString("");
  }

  private String page(JsonNode started) throws Exception {
    return browser.read("/tasks/" + started.path("task_id").asString(""));
  }

  private String awaitPage(JsonNode started, String text) {
    return await().atMost(PATIENCE).until(() -> page(started), page -> page.contains(text));
  }

  private String awaitAnswerAddress(JsonNode started) {
    var found = APPROVAL.matcher(awaitPage(started, "action=\"/approvals/"));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  private String merge(JsonNode started, String strategy, String... more) throws Exception {
    var fields = new LinkedHashMap<String, String>();
    fields.put("strategy", strategy);
    for (var name : more) {
      fields.put(name, "1");
    }
    var merged =
        browser.post("/projects/new", "/attempts/%s/merge".formatted(attempt(started)), fields);
    assertThat(merged.statusCode()).as(merged.body()).isEqualTo(303);
    return git("rev-parse", "main");
  }

  private String git(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command)
            .directory(board.repository().toFile())
            .redirectErrorStream(true)
            .start();
    var text = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  @Test
  void merged_work_says_where_it_went_and_its_review_shows_what_was_merged() throws Exception {
    for (var strategy : new String[] {"squash", "merge", "rebase"}) {
      var file = strategy + ".txt";
      var started = board.start("By " + strategy, "write %s words".formatted(file));
      awaitPage(started, "<span>Completed");
      userCommits("beside-" + strategy);

      var commit = merge(started, strategy);

      assertThat(page(started))
          .contains("<span>Merged into main")
          .contains("<section id=\"merged\">", "into <code>main</code>")
          .contains("title=\"%s\">%s".formatted(commit, commit.substring(0, 10)));
      assertThat(browser.read("/")).contains("· Merged<ins");
      var review = "/attempts/%s/review".formatted(attempt(started));
      assertThat(browser.read(review))
          .contains("This is what was merged.", "<b>" + file + "</b>")
          .doesNotContain("beside-" + strategy, "Nothing has changed yet");
      assertThat(browser.read(review + "/figures")).contains("+1");
    }
  }

  @Test
  void what_was_typed_for_a_merge_or_pull_request_that_is_refused_is_there_again()
      throws Exception {
    var started = board.start("Refused", "write one.txt words");
    awaitPage(started, "<span>Completed");
    Files.writeString(board.repository().resolve("one.txt"), "in the way\n");

    var merge =
        browser.post(
            "/attempts/%s/merge".formatted(attempt(started)),
            "strategy",
            "rebase",
            "message",
            "My <words>");
    var proposal =
        browser.post(
            "/attempts/%s/pull-request".formatted(attempt(started)),
            "title",
            "My title",
            "body",
            "My body");

    assertThat(merge.statusCode()).isEqualTo(422);
    assertThat(merge.body())
        .contains("id=\"merge-again\"", "My &lt;words&gt;</textarea>")
        .contains("<input type=\"hidden\" name=\"strategy\" value=\"rebase\">");
    assertThat(proposal.statusCode()).isEqualTo(422);
    assertThat(proposal.body()).contains("value=\"My title\"", "My body</textarea>");
  }

  @Test
  void a_pull_request_needs_a_title_and_fields_are_called_as_people_see_them() throws Exception {
    var started = board.start("Titled", "write one.txt words");
    awaitPage(started, "<span>Completed");

    var untitled =
        browser.post(
            "/attempts/%s/pull-request".formatted(attempt(started)), "title", " ", "body", "Mine");
    var moved =
        browser.post(
            "/attempts/%s/update".formatted(attempt(started)), "target_branch", "x".repeat(3000));

    assertThat(untitled.statusCode()).isEqualTo(422);
    assertThat(untitled.body())
        .contains("The title is blank. Change that, then send it again.", "Mine</textarea>");
    assertThat(moved.statusCode()).isEqualTo(422);
    assertThat(moved.body())
        .contains("The target branch has 3000 characters, but at most 500 are allowed.");
  }

  @Test
  void a_pull_request_says_that_it_goes_elsewhere_and_that_it_was_merged_without_all_of_the_work()
      throws Exception {
    var started = board.start("Proposed", "write one.txt words");
    awaitPage(started, "<span>Completed");
    var forge = TestForge.of(directory.resolve("bin"), "gh");
    TestForge.remote(board.repository(), TestForge.GITHUB);
    git("branch", "release");
    var address = "/attempts/%s/pull-request".formatted(attempt(started));
    assertThat(browser.post(address, "title", "Proposed", "body", "").statusCode()).isEqualTo(303);
    board
        .client()
        .call(
            "update_attempt",
            Json.object().put("attempt_id", attempt(started)).put("target_branch", "release"));

    assertThat(browser.read(address))
        .contains("The push changes where PR #128 goes: to release instead of main");

    board
        .client()
        .call(
            "follow_up",
            Json.object()
                .put("action", "send")
                .put("attempt_id", attempt(started))
                .put("prompt", "write two.txt words"));
    awaitPage(started, "<span>Completed");
    forge.put("state", "MERGED");
    assertThat(browser.post(address + "/look").statusCode()).isEqualTo(303);

    assertThat(browser.read(address))
        .contains("PR #128 was merged; the task is open for work that is not in it");
    assertThat(browser.read("/needs-you"))
        .contains("PR #128 was merged; look for work that is not in it");
  }

  @Test
  void a_form_that_said_another_target_merges_nothing_and_then_says_the_new_one() throws Exception {
    var started = board.start("Moved", "write one.txt words");
    awaitPage(started, "<span>Completed");
    var before = git("rev-parse", "main");
    git("branch", "release");
    assertThat(browser.read("/attempts/%s/merge".formatted(attempt(started))))
        .contains("name=\"into\" value=\"main\"");
    board
        .client()
        .call(
            "update_attempt",
            Json.object().put("attempt_id", attempt(started)).put("target_branch", "release"));

    var refused = browser.post("/attempts/%s/merge".formatted(attempt(started)), "into", "main");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("goes into release now, and the form said main", "value=\"release\"");
    assertThat(git("rev-parse", "main")).isEqualTo(before);
    assertThat(git("rev-parse", "release")).isEqualTo(before);
    assertThat(
            browser
                .post("/attempts/%s/merge".formatted(attempt(started)), "into", "release")
                .statusCode())
        .isEqualTo(303);
    assertThat(git("rev-parse", "release")).isNotEqualTo(before);
  }

  private void userCommits(String file) throws Exception {
    Files.writeString(board.repository().resolve(file), "x\n");
    git("add", file);
    git("-c", "user.name=U", "-c", "user.email=u@example.org", "commit", "-m", file);
  }

  @Test
  void an_attempt_that_goes_on_after_its_merge_shows_what_is_new() throws Exception {
    var started = board.start("Twice", "write one.txt words");
    awaitPage(started, "<span>Completed");
    merge(started, "squash");

    browser.post(
        "/attempts/%s/follow-ups".formatted(attempt(started)), "prompt", "write two.txt words");

    assertThat(awaitPage(started, "<span>Completed")).contains("<section id=\"merged\">");
    assertThat(browser.read("/attempts/%s/review".formatted(attempt(started))))
        .contains("<b>two.txt</b>")
        .doesNotContain("one.txt", "This is what was merged");
  }

  @Test
  void a_card_says_that_it_was_merged_also_when_its_attempt_is_gone() throws Exception {
    var started = board.start("Gone", "write one.txt words");
    awaitPage(started, "<span>Completed");

    merge(started, "squash", "delete");

    assertThat(page(started)).contains("Nobody has begun yet");
    assertThat(browser.read("/")).contains("· Merged<");
  }

  @Test
  void somebody_who_stopped_an_agent_reads_that_and_no_failure() throws Exception {
    var started = board.start("Stop me", "write one.txt words\nsay hello\nhang");
    awaitPage(started, "<p>hello</p>");

    browser.post("/attempts/%s/stop".formatted(attempt(started)));

    assertThat(page(started))
        .contains("<span>Stopped", "id=\"stopped-turn\"")
        .doesNotContain("signal", "<b>Failed</b>", "Failed,");
    assertThat(browser.read("/")).contains("<b>Stopped</b>").doesNotContain("signal");
    assertThat(browser.read("/needs-you")).contains("<b>Stopped</b>").doesNotContain("signal");
    assertThat(browser.read("/attempts/%s/merge".formatted(attempt(started))))
        .contains("The last turn was stopped.");
    browser.post("/attempts/%s/follow-ups".formatted(attempt(started)), "prompt", "say again");
    awaitPage(started, "<span>Completed");
  }

  @Test
  void a_failed_turn_that_has_left_nothing_is_done_without_a_second_yes() throws Exception {
    var started = board.start("Nothing", "exit 3");
    awaitPage(started, "<b>Failed</b>");
    var merge = "/attempts/%s/merge".formatted(attempt(started));

    assertThat(browser.read(merge))
        .contains("Move to Done", "<input type=\"hidden\" name=\"force\" value=\"1\">")
        .doesNotContain("what it has left");
    assertThat(browser.post(merge, "force", "1").statusCode()).isEqualTo(303);
    assertThat(page(started)).contains("<option value=\"done\" selected>");
  }

  @Test
  void the_conversation_keeps_what_was_asked_and_answered() throws Exception {
    var started = board.startAsking("ask May I test?\nask May I <b>delete</b>?\nsay after");

    browser.post(awaitAnswerAddress(started), "decision", "approve");
    assertThat(awaitPage(started, "Approved: ask. May I test?"))
        .containsPattern("<b>You approved, <time [^>]*>[0-9:]{5}</time></b>")
        .contains("<span class=\"asked\">ask. May I test?</span>");
    browser.post(awaitAnswerAddress(started), "decision", "deny", "reason", "not on Mondays");

    assertThat(awaitPage(started, "<span>Completed"))
        .contains("<b>You denied, <time ")
        .contains(
            "<span class=\"asked\">not on Mondays · ask. May I &lt;b&gt;delete&lt;/b&gt;?</span>")
        .contains("Denied: ask. May I &lt;b&gt;delete&lt;/b&gt;?\nReason: not on Mondays");
  }

  @Test
  void an_answer_with_nothing_chosen_is_refused_at_its_row() throws Exception {
    var started = board.startAsking("choose What now? | Keep it | Stop");
    var address = awaitAnswerAddress(started);

    var refused =
        browser.post(address, "decision", "approve", "question-0", "1", "back", "/needs-you");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("<h1>Needs you</h1>", "A question has no answer yet.", "value=\"Keep it\"")
        .contains("Do not answer…")
        .doesNotContain("Deny…");
    browser.post(address, "decision", "approve", "question-0", "1", "answer-0", "Stop");
    assertThat(awaitPage(started, "<span>Completed"))
        .contains("<b>You answered, ", "<span class=\"asked\">Stop · ", "Answered: ", "→ Stop");
  }

  @Test
  void what_was_archived_together_is_put_back_together() throws Exception {
    for (var title : new String[] {"One", "Two"}) {
      var task =
          board
              .client()
              .call(
                  "create_task",
                  Json.object().put("project_id", board.project()).put("title", title));
      browser.post("/tasks/%s/move".formatted(task.path("task_id").asString("")), "status", "done");
    }

    var archived = browser.post("/tasks/archive-done", "project", board.project());

    var place = archived.headers().firstValue("Location").orElseThrow();
    assertThat(browser.read(place)).contains("One", "Two", "Put all of it back");
    assertThat(browser.read("/")).doesNotContain(">One</a>", ">Two</a>");
    var at = place.substring(place.lastIndexOf('=') + 1);
    browser.post("/tasks/put-back", "at", at, "project", board.project());
    assertThat(browser.read("/")).contains(">One</a>", ">Two</a>");
  }

  @Test
  void an_archived_task_says_so_with_the_way_back() throws Exception {
    var started = board.start("Old", "say hello");
    var address = "/tasks/" + started.path("task_id").asString("");
    awaitPage(started, "<span>Completed");

    var archived = browser.post(address + "/archive", "back", address);

    assertThat(archived.headers().firstValue("Location")).contains(address);
    assertThat(browser.read(address)).contains("This task is archived", "Put it back");
  }

  @Test
  void who_comes_in_at_the_door_is_shown_what_they_asked_for() throws Exception {
    var home = URI.create(board.url()).resolve("/");
    var page = "/projects/" + board.project();
    try (var http = HttpClient.newHttpClient()) {
      for (var asked :
          Map.of(
                  page,
                  page,
                  "/?token=wrong&to=" + page,
                  page,
                  "/?token=wrong&to=//elsewhere",
                  "/",
                  "/%22x",
                  "/")
              .entrySet()) {
        var answer =
            http.send(
                HttpRequest.newBuilder(home.resolve(asked.getKey()))
                    .header("Accept", "text/html")
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body())
            .contains(
                "<input type=\"hidden\" name=\"to\" value=\"%s\">".formatted(asked.getValue()));
      }
      var sent =
          http.send(
              HttpRequest.newBuilder(home.resolve(page + "/resume"))
                  .header("Accept", "text/html")
                  .POST(HttpRequest.BodyPublishers.noBody())
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(sent.body()).contains("name=\"to\" value=\"/\"");
    }
  }

  @Test
  void a_token_that_is_not_known_is_said_on_the_page_of_the_door() throws Exception {
    var home = URI.create(board.url()).resolve("/");
    try (var http = HttpClient.newHttpClient()) {
      for (var wrong : Map.of("?token=wrong", true, "", false).entrySet()) {
        var answer =
            http.send(
                HttpRequest.newBuilder(home.resolve("/" + wrong.getKey()))
                    .header("Accept", "text/html")
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body().contains("This server does not know that token"))
            .as(answer.body())
            .isEqualTo(wrong.getValue());
      }
    }
  }
}
