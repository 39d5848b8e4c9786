package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import dev.baton.app.BoardFixture;
import org.junit.jupiter.api.Test;

/** From a repository to work in review without a mouse, in a window as narrow as a phone. */
class NarrowKeysInChromiumTest extends InChromium {
  /** An agent starts, and on a busy machine that takes its time. */
  private static final double PATIENCE_MS = 60_000;

  private static void assertSays(Locator place, String words) {
    assertThat(place).containsText(words, new ContainsTextOptions().setTimeout(PATIENCE_MS));
  }

  private static void goTo(Page page, String key) {
    page.keyboard().press("g");
    page.keyboard().press(key);
  }

  @Test
  void a_repository_becomes_work_in_review_by_keys() {
    var page = enter(chromium.page(new NewContextOptions().setViewportSize(390, 844)));
    var keys = page.keyboard();
    var repository =
        BoardFixture.makeRepository(directory.resolve("a-shop-with-quite-a-long-name"));

    tabTo(page, page.locator("#project-menu > summary"));
    keys.press("Enter");
    tabTo(page, words(page, "Add a repository"));
    keys.press("Enter");
    assertThat(page.locator("#path")).isFocused();
    keys.type(repository.toString());
    keys.press("Enter");
    assertThat(page.locator("#project-menu > summary"))
        .hasText(repository.getFileName().toString());

    keys.press("c");
    assertThat(page.getByLabel("Title")).isFocused();
    keys.type("By narrow keys");
    tabTo(page, page.getByLabel("Description"));
    keys.insertText("say I look at it\nask run the tests\nwrite b.txt b");
    tabTo(page, page.getByLabel("Variant of Fake Agent"));
    keys.type("App");
    assertThat(page.getByLabel("Variant of Fake Agent")).hasValue("APPROVALS");
    keys.press("Control+Enter");
    assertSays(page.locator("#cards-inprogress"), "Needs you");

    goTo(page, "i");
    assertSays(page.locator("#waits"), "run the tests");
    keys.press("j");
    keys.press("Enter");
    assertSays(page.locator("#waits"), "Ready for review");
    keys.press("j");
    keys.press("o");
    assertThat(page.locator("#strip .tile[aria-current]")).containsText("Completed");

    tabTo(page, page.getByLabel("Follow-up"));
    keys.insertText("say Once more");
    keys.press("Control+Enter");
    assertSays(page.locator("#main"), "Once more");
    assertSays(page.locator("#strip .tile[aria-current]"), "Completed");
    tabTo(page, page.locator(".task-head .back"));
    keys.press("Enter");
    tabTo(page, page.locator("#column-tabs").getByText("In review"));
    keys.press("Enter");
    assertThat(card(page, "inreview", "By narrow keys")).isInViewport();
    assertThat(page.locator("body")).hasJSProperty("scrollWidth", 390);
  }
}
