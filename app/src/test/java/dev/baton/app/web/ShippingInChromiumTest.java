package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.TestForge;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Work is brought home: by a pull request, by a merge, and what stands in its way. */
class ShippingInChromiumTest extends OnOneBoard {
  private static final String CHECKS =
      """
      [{"__typename":"CheckRun","name":"build","status":"COMPLETED","conclusion":"SUCCESS"}]
      """;

  private static final String TALK =
      """
      {"comments":[{"id":"IC_1","author":{"login":"ana"},"body":"say Please add a test",
        "createdAt":"2026-01-01T00:00:00Z","url":"https://github.com/acme/shop/pull/128#1"}],"reviews":[]}
      """;

  private Page open(Page page, String attempt) throws Exception {
    var status =
        board.client().call("get_attempt_status", Json.object().put("attempt_id", attempt));
    page.navigate("%s/tasks/%s".formatted(address(), status.path("task_id").asString("")));
    assertThat(page.locator(".connection")).hasText("Live");
    return page;
  }

  @Test
  void a_pull_request_is_opened_watched_and_its_comments_go_to_the_agent() throws Exception {
    var attempt = board.attempt("Propose it", "write proposed.txt one");
    var page = open(enter(), attempt);
    page.locator("#pull-request > summary").click();
    assertThat(page.locator("#pull-request-panel .problem")).containsText("remote");
    Chromium.picture(page, "pull-request-without-remote");

    var forge = TestForge.of(home.resolve("bin"), "gh");
    TestForge.remote(board.repository(), TestForge.GITHUB);
    page.reload();
    page.locator("body").press("x");
    page.locator("body").press("p");
    assertThat(page.locator("#pull-request-panel .facts")).containsText("is pushed to");
    chromium.assertAccessible(page, "pull request form");
    Chromium.picture(page, "pull-request-form");
    page.getByLabel("Title").fill("Propose it well");
    page.locator("#pull-request-form [data-main]").click();
    assertThat(page.locator("#pull-requests")).containsText("PR #128");

    page.locator("#merge > summary").click();
    assertThat(page.locator("#merge .facts")).containsText("PR #128 stays open at github.com");
    page.locator("#merge > summary").click();
    forge.put("checks", CHECKS).put("talk", TALK);
    page.locator("#pull-request > summary").click();
    words(page, "Look now").click();
    assertThat(page.locator("#pull-requests")).containsText("checks passed");
    assertThat(page.locator("#pull-requests")).containsText("Please add a test");
    assertThat(page.locator("#pull-request-panel h2")).hasText("PR #128 · checks passed");
    chromium.assertAccessible(page, "task with a pull request");
    Chromium.picture(page, "pull-request-open");
    page.locator(".task-head .back").click();
    assertThat(card(page, "inreview", "Propose it")).containsText("PR #128");
    assertThat(card(page, "inreview", "Propose it")).containsText("checks passed, 1 comment");
    Chromium.picture(page, "pull-request-card");
    card(page, "inreview", "Propose it").locator(".title").click();
    page.getByText("Send 1 comment to the agent").click();
    assertThat(page.locator(".entry.you").last()).containsText("Please add a test");
    assertThat(page.locator("#pull-requests")).containsText("sent");

    page.getByLabel("Follow-up").fill("exit 3");
    page.keyboard().press("Control+Enter");
    // why: who goes on before the message is taken may not have sent it
    assertThat(page.locator(".entry.you").last()).containsText("exit 3");
    page.locator(".task-head .back").click();
    assertThat(card(page, "inreview", "Propose it")).containsText("Failed");
    assertThat(card(page, "inreview", "Propose it").locator(".meta")).containsText("PR #128");
  }

  @Test
  void conflicts_are_listed_with_their_files_and_given_to_the_agent() throws Exception {
    var attempt = board.attempt("Conflict", "write conflict.txt of the agent");
    commit("conflict.txt", "of somebody else\n");
    var page = open(enter(), attempt);
    page.locator("#merge > summary").click();
    assertThat(page.locator(".hindrance")).containsText("Conflicts with main in 1 file");
    assertThat(page.locator(".hindrance .files")).hasText("conflict.txt");
    var files = page.locator(".hindrance .files").boundingBox();
    assertThat(files.y + files.height)
        .as("the files stand above the way out")
        .isLessThanOrEqualTo(page.locator(".hindrance > p").last().boundingBox().y);
    assertThat(page.locator("#merge-form [data-main]")).hasCount(0);
    chromium.assertAccessible(page, "conflicts");
    Chromium.picture(page, "merge-conflicts");
    words(page, "Bring up to date").click();
    assertThat(page.locator("#update-problem")).containsText("Nothing was changed");

    words(page, "Let the agent resolve them").click();
    assertThat(page.locator(".entry.you").last()).containsText("conflict");
    // why: the browser calls an answer with status 422 an error
    chromium.forgive();
  }

  @Test
  void a_merge_that_is_opened_again_says_what_would_happen_now() throws Exception {
    var attempt = board.attempt("Again", "write again.txt of the agent");
    var page = open(enter(), attempt);
    page.locator("#merge > summary").click();
    assertThat(page.locator("#merge .facts")).containsText("No conflicts");
    assertThat(page.locator("#merge turbo-frame[complete]")).hasCount(1);
    page.keyboard().press("Escape");
    commit("again.txt", "of somebody else\n");

    page.keyboard().press("x");
    page.keyboard().press("m");

    assertThat(page.locator(".hindrance .files")).hasText("again.txt");
    assertThat(page.locator("#merge .facts")).hasCount(0);
    assertThat(page.locator("#merge turbo-frame :focus")).hasCount(1);
  }

  @Test
  void a_merge_whose_message_is_typed_says_what_would_happen_now_and_keeps_what_was_typed()
      throws Exception {
    var attempt = board.attempt("Typed", "write typed.txt of the agent");
    var page = open(enter(), attempt);
    page.locator("#merge > summary").click();
    assertThat(page.locator("#merge .facts")).containsText("No conflicts");
    page.getByLabel("Message").fill("In my words");
    words(page, "Merge commit").first().click();
    commit("typed.txt", "of somebody else\n");

    board
        .client()
        .call(
            "follow_up",
            Json.object()
                .put("attempt_id", attempt)
                .put("action", "send")
                .put("prompt", "say nothing to do"));

    assertThat(page.locator("#merge-news")).hasText("What will happen has changed meanwhile.");
    assertThat(page.locator(".hindrance .files")).hasText("typed.txt");
    assertThat(words(page, "Let the agent resolve them")).isVisible();
    assertThat(page.locator("#merge .facts")).hasCount(0);
    assertThat(page.getByLabel("Message")).hasValue("In my words");
    chromium.assertAccessible(page, "merge that changed while it was read");
    Chromium.picture(page, "merge-news");
    git(board.repository(), "reset", "--quiet", "--hard", "HEAD^");
    page.locator("#merge > summary").click();
    page.locator("#merge > summary").click();
    assertThat(page.locator("#merge .facts")).containsText("No conflicts");
    assertThat(page.getByLabel("Message")).hasValue("In my words");
    assertThat(page.locator("#merge-how input[value=merge]")).isChecked();
  }

  @Test
  void a_merge_that_is_refused_shows_the_files_and_the_way_out_beside_what_was_typed()
      throws Exception {
    var attempt = board.attempt("Refused", "write refused.txt of the agent");
    var page = open(enter(), attempt);
    page.locator("#merge > summary").click();
    page.getByLabel("Message").fill("In my words");
    commit("refused.txt", "of somebody else\n");

    page.locator("#merge [data-main]").click();

    assertThat(page.locator("#merge-problem")).containsText("nothing was merged");
    assertThat(page.locator(".hindrance .files")).hasText("refused.txt");
    assertThat(page.getByLabel("Message")).hasValue("In my words");
    words(page, "Let the agent resolve them").click();
    assertThat(page.locator(".entry.you").last()).containsText("refused.txt");
    // why: the browser calls an answer with status 422 an error
    chromium.forgive();
  }

  @Test
  void a_rebase_that_would_lose_what_was_resolved_is_said_before_with_the_way_out()
      throws Exception {
    var attempt = board.attempt("Resolved", "write resolved.txt of the agent");
    commit("resolved.txt", "of somebody else\n");
    board
        .client()
        .call("update_attempt", Json.object().put("attempt_id", attempt).put("resolve", true));
    board.awaitEnd(attempt);
    board
        .client()
        .call(
            "follow_up",
            Json.object()
                .put("attempt_id", attempt)
                .put("action", "send")
                .put("prompt", "write resolved.txt of both"));
    board.awaitEnd(attempt);
    var page = open(enter(), attempt);
    page.locator("#merge > summary").click();
    assertThat(page.locator("#merge .facts")).containsText("become one on main");
    var refusal = page.locator("#merge .facts li[data-strategy=rebase]");
    assertThat(refusal).isHidden();

    words(page, "Rebase").first().click();

    assertThat(refusal).isVisible();
    assertThat(refusal)
        .hasText(
            "What was resolved in resolved.txt would be lost commit by commit: choose Squash or"
                + " Merge commit");
    assertThat(page.locator("#merge-form [data-main]")).isHidden();
    assertThat(page.getByLabel("Message")).isHidden();
    chromium.assertAccessible(page, "rebase that is refused");
    Chromium.picture(page, "merge-rebase-refused");
    words(page, "Merge commit").first().click();
    assertThat(page.getByLabel("Message")).isVisible();
    page.locator("#merge-form [data-main]").click();
    assertThat(page.getByLabel("Status")).hasValue("done");
  }

  @Test
  void a_task_that_says_more_in_its_head_fits_into_the_window() throws Exception {
    var attempt = board.attempt("Tall", "write tall.txt of the agent");
    commit("tall.txt", "of somebody else\n");
    var page = open(enter(), attempt);
    page.locator("#merge > summary").click();
    assertThat(page.locator(".hindrance")).isVisible();
    page.reload();
    assertThat(page.locator("#conflict")).isVisible();
    assertThat(page.locator(".connection")).hasText("Live");

    page.waitForCondition(() -> isTrue(page, "scrollHeight <= innerHeight"));
    page.waitForCondition(
        () ->
            isTrue(
                page,
                "querySelector('#task-top').getBoundingClientRect().bottom <="
                    + " document.documentElement.querySelector('#side').getBoundingClientRect().top"));
  }

  private static boolean isTrue(Page page, String expression) {
    return Boolean.TRUE.equals(page.evaluate("document.documentElement." + expression));
  }

  private void commit(String name, String text) throws Exception {
    Files.writeString(board.repository().resolve(name), text);
    git(board.repository(), "add", ".");
    git(board.repository(), "commit", "--quiet", "-m", "Meanwhile");
  }

  @Test
  void a_target_that_is_dirty_is_said_with_its_files_and_the_way_out() throws Exception {
    var attempt = board.attempt("Dirty", "write a.txt of the agent");
    Files.writeString(board.repository().resolve("a.txt"), "not committed\n");
    var page = open(enter(), attempt);
    page.locator("#merge > summary").click();
    assertThat(page.locator(".hindrance .files")).hasText("a.txt");
    Chromium.picture(page, "merge-dirty");

    git(board.repository(), "checkout", "--", "a.txt");
    page.reload();
    page.locator("#merge > summary").click();
    assertThat(page.locator(".hindrance")).hasCount(0);
    for (var fact : List.of("commit into main", "The task is done afterwards")) {
      assertThat(page.locator(".merge-form .facts")).containsText(fact);
    }
    Chromium.picture(page, "merge");
    page.getByLabel("Message").fill("In my words");
    page.keyboard().press("Escape");
    assertThat(page.locator("#merge")).not().hasAttribute("open", "");
    assertThat(page.locator("#merge > summary")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.getByLabel("Message")).hasValue("In my words");
    page.locator("#merge [data-main]").click();
    assertThat(page.getByLabel("Status")).hasValue("done");

    page.locator("body").press("x");
    page.locator("body").press("m");
    assertThat(page.locator("#merge-form h2")).containsText("Nothing to merge");
    assertThat(page.getByLabel("Message")).hasCount(0);
    assertThat(page.locator("#merge-news")).hasText("");
  }
}
