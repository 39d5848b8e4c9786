package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The files of a review in a real browser: found, folded, and of two attempts beside each other.
 */
class ReviewFilesInChromiumTest extends OnOneBoard {
  private static final int MORE_THAN_A_PAGE = 160;

  private Page open(Page page, String path) {
    enter(page).navigate(address() + path);
    assertThat(page.locator(".connection")).hasText("Live");
    return page;
  }

  private Page review(String attempt) {
    return open(chromium.page(Chromium.wide()), "/attempts/%s/review".formatted(attempt));
  }

  private void write(String attempt, String path, String text) throws IOException {
    var file = ReviewPageTest.worktree(board, attempt).resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Locator file(Page page, String path) {
    return page.locator("section.file[data-path=\"%s\"]".formatted(path));
  }

  @Test
  void a_search_finds_files_beyond_those_of_the_page_and_says_when_none_fits() throws Exception {
    var attempt = board.attempt("Many", "say hello");
    for (var i = 0; i < MORE_THAN_A_PAGE; i++) {
      write(attempt, "many/file%03d.txt".formatted(i), "one\n");
    }
    write(attempt, "z/last.txt", "one\n");
    var page = review(attempt);
    assertThat(page.locator("#files")).containsText("150 of 161 files");
    var field = page.getByLabel("Filter files");

    field.fill("LAST");
    assertThat(file(page, "z/last.txt")).isVisible();
    assertThat(page.locator("#files li")).hasCount(1);
    field.fill("nosuch");
    assertThat(page.locator("#diffs")).containsText("No file fits. Clear the filter");
    assertThat(page.locator("#files .directory")).hasCount(0);
    assertThat(field).isFocused();
    assertThat(field).hasValue("nosuch");
    chromium.assertAccessible(page, "review in which no file fits");
    Chromium.picture(page, "review-no-file-fits");
    page.getByText("Clear the filter").click();
    assertThat(page.locator("#files")).containsText("150 of 161 files");
    assertThat(field).hasValue("");
  }

  @Test
  void a_comment_that_is_written_stays_while_other_files_are_searched() throws Exception {
    var attempt = board.attempt("Written", "write a.txt one");
    write(attempt, "b.txt", "two\n");
    var page = review(attempt);
    file(page, "a.txt").locator(".l[data-n=\"1\"] > i").first().click();
    page.keyboard().type("Half a thou");

    page.getByLabel("Filter files").fill("b.txt");
    assertThat(page.locator("#files li")).hasCount(1);
    assertThat(page.locator(".writing textarea")).hasValue("Half a thou");
  }

  @Test
  void a_draft_that_is_removed_can_be_taken_back_as_it_was() throws Exception {
    var attempt = board.attempt("Removed", "write a.txt one");
    var page = review(attempt);
    file(page, "a.txt").locator(".l.a > i").last().click();
    page.keyboard().type("Keep *me*");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator("#send-bar")).containsText("1 comment on 1 file");

    page.locator(".comment").getByText("Remove").click();
    assertThat(page.locator(".comment")).hasCount(0);
    assertThat(page.locator("#send-bar")).isHidden();
    page.locator("#toasts").getByText("Undo").click();
    assertThat(file(page, "a.txt").locator(".comment .prose")).hasText("Keep me");
    assertThat(page.locator(".comment .outdated")).hasCount(0);
    assertThat(page.locator("#send-bar")).containsText("1 comment on 1 file");
  }

  @Test
  void by_keys_a_folded_file_is_passed_over() throws Exception {
    var attempt = board.attempt("Folded", "write a.txt one");
    write(attempt, "b.txt", "two\n");
    write(attempt, "c.txt", "three\n");
    var page = review(attempt);
    for (var name : List.of("a.txt", "b.txt", "c.txt")) {
      assertThat(file(page, name).locator(".l.first")).hasCount(1);
    }
    page.keyboard().press("j");
    page.keyboard().press("j");
    assertThat(file(page, "b.txt").locator(".l.now")).hasCount(1);

    page.keyboard().press("v");
    assertThat(file(page, "b.txt").locator("details")).not().hasAttribute("open", "");
    page.keyboard().press("j");
    assertThat(file(page, "c.txt").locator(".l.now")).hasCount(1);
    page.keyboard().press("k");
    assertThat(file(page, "a.txt").locator(".l.now")).hasCount(1);
    page.keyboard().press("c");
    assertThat(file(page, "a.txt").locator(".writing")).hasCount(1);
    assertThat(file(page, "b.txt").locator("details")).not().hasAttribute("open", "");
  }

  @Test
  void two_attempts_that_are_compared_are_merged_from_there() throws Exception {
    var started = board.start("Compare", "write a.txt one\nsay done");
    var task = started.path("task_id").asString("");
    board.awaitEnd(started.path("attempt_id").asString(""));
    var second =
        board
            .client()
            .call(
                "start_task_attempt",
                Json.object()
                    .put("task_id", task)
                    .put("executor", "FAKE_AGENT")
                    .put("prompt", "write a.txt two"))
            .path("attempt_id")
            .asString("");
    board.awaitEnd(second);
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = open(chromium.page(size), "/tasks/%s/compare".formatted(task));
      var width = page.viewportSize().width;
      assertThat(page.locator(".compared .l.first")).hasCount(2);
      Chromium.picture(page, "compare-" + width);

      page.keyboard().press("x");
      page.keyboard().press("m");
      assertThat(page.locator("#merge-%s #merge-form h2".formatted(second)))
          .hasText("Merge into main");
      chromium.assertAccessible(page, "compared attempts with the merge form");
      Chromium.picture(page, "compare-merge-" + width);
      page.keyboard().press("Escape");
      assertThat(page.locator(".task-head .back")).hasText("Board");
    }
  }
}
