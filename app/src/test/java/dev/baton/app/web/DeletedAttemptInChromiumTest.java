package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.baton.mcp.protocol.Json;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Comments on an attempt that somebody deletes before they are sent. */
class DeletedAttemptInChromiumTest extends OnOneBoard {
  private String attempt() throws Exception {
    var attempt = board.attempt("Goes away", "say hello there");
    Files.writeString(ReviewPageTest.worktree(board, attempt).resolve("A.java"), "one\ntwo\n");
    return attempt;
  }

  private Page review(String attempt) {
    var page = enter();
    page.navigate("%s/attempts/%s/review".formatted(address(), attempt));
    assertThat(page.locator(".connection")).hasText("Live");
    return page;
  }

  private static void comment(Page page, int line, String text) {
    page.locator("section.file .l[data-n='%d'] > i".formatted(line)).click();
    page.keyboard().type(text);
    assertThat(page.locator(".writing .said")).hasText("Saved");
  }

  private void delete(String attempt) throws Exception {
    board.client().call("delete_attempt", Json.object().put("attempt_id", attempt));
  }

  private static Locator leftovers(Page page) {
    return page.locator("#leftovers textarea");
  }

  @Test
  void comments_stay_on_the_page_and_are_shown_wherever_their_author_goes() throws Exception {
    var attempt = attempt();
    var page = review(attempt);
    comment(page, 1, "Why one?");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".comment .prose")).hasText("Why one?");
    comment(page, 2, "Why");
    delete(attempt);

    assertThat(page.locator("#notice")).containsText("What you typed is still here: copy it.");
    assertThat(page.locator(".comment .prose")).hasText("Why one?");
    page.keyboard().type(" two?");
    assertThat(page.locator(".writing .said")).containsText("Somebody deleted it at");
    Chromium.picture(page, "comments-of-a-deleted-attempt");
    page.reload();
    assertThat(page.locator("h1")).hasText("It is not here");
    assertThat(leftovers(page)).hasCount(2);
    page.navigate(address() + "/");

    assertThat(page.locator("#leftovers label").filter(text("A.java, line 2"))).isVisible();
    assertThat(leftovers(page).evaluateAll("all => all.map(it => it.value).sort()"))
        .isEqualTo(List.of("Why one?", "Why two?"));
    chromium.assertAccessible(page, "comments that cannot be sent any more");
    Chromium.picture(page, "leftovers");
    page.locator("#leftovers").getByText("Throw it away").first().click();
    assertThat(leftovers(page)).hasCount(1);
    page.locator("#leftovers").getByText("Throw it away").click();
    assertThat(page.locator("#leftovers")).isHidden();
    page.reload();
    assertThat(page.locator(".connection")).hasText("Live");
    assertThat(page.locator("#leftovers")).isHidden();
    // why: the browser calls an answer with status 404 an error
    chromium.forgive();
  }

  private static Locator.FilterOptions text(String words) {
    return new Locator.FilterOptions().setHasText(words);
  }

  @Test
  void a_comment_on_a_message_is_shown_again_too() throws Exception {
    var attempt = board.attempt("Goes away", "say hello there");
    var page = enter();
    card(page, "inreview", "Goes away").first().locator(".title").click();
    assertThat(page.locator(".task-head")).isVisible();
    assertThat(page.locator(".connection")).hasText("Live");
    page.locator(".entry.agent .comment-on").first().click();
    assertThat(page.locator("#comment-text")).isFocused();
    page.locator("#comment-text").pressSequentially("Say");
    assertThat(page.locator("#dialog .said")).hasText("Saved");
    delete(attempt);
    page.locator("#comment-text").pressSequentially(" more");
    assertThat(page.locator("#dialog .said")).containsText("Somebody deleted it at");

    page.reload();

    assertThat(leftovers(page)).hasValue("Say more");
    page.locator("#leftovers").getByText("Throw it away").click();
    assertThat(page.locator("#leftovers")).isHidden();
    // why: the browser calls an answer with status 404 an error
    chromium.forgive();
  }
}
