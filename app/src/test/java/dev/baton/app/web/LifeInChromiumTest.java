package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The whole life of a task: by mouse, by keyboard alone, and on a phone. */
class LifeInChromiumTest extends InChromium {
  private static final String SCRIPT = "say I look at it\nask run the tests\nwrite b.txt B";

  @Test
  void a_task_is_made_started_answered_and_reaches_review_while_the_page_is_watched() {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Fix the test");
    page.getByLabel("Description").fill(SCRIPT);
    page.getByLabel("Variant of Fake Agent").selectOption("APPROVALS");
    page.keyboard().press("Control+Enter");
    assertThat(card(page, "inprogress", "Fix the test")).containsText("Needs you");

    card(page, "inprogress", "Fix the test").locator(".title").click();
    assertThat(page.locator("#main")).containsText("I look at it");
    words(page, "Approve").click();
    assertThat(page.locator("#strip")).containsText("Completed");

    page.getByLabel("Follow-up").fill("say once more");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator("#main")).containsText("once more");
    page.getByText("Board").first().click();
    assertThat(card(page, "inreview", "Fix the test")).containsText("Ready for review");

    card(page, "inreview", "Fix the test").locator(".act").click();
    assertThat(page.getByLabel("Message")).isVisible();
    page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Merge into .*")))
        .click();
    assertThat(page.getByLabel("Status")).hasValue("done");
  }

  @Test
  void the_same_by_keyboard_alone() {
    var page = enter();
    var keys = page.keyboard();
    keys.press("c");
    assertThat(page.getByLabel("Title")).isFocused();
    keys.type("Fix the test");
    tabTo(page, page.getByLabel("Description"));
    keys.insertText(SCRIPT);
    tabTo(page, page.getByLabel("Variant of Fake Agent"));
    keys.type("App");
    assertThat(page.getByLabel("Variant of Fake Agent")).hasValue("APPROVALS");
    keys.press("Control+Enter");
    assertThat(card(page, "inprogress", "Fix the test")).containsText("Needs you");

    keys.press("j");
    assertThat(card(page, "inprogress", "Fix the test").locator(".title")).isFocused();
    keys.press("Enter");
    assertThat(page.locator("#main")).containsText("I look at it");
    tabTo(page, words(page, "Approve"));
    keys.press("Enter");
    assertThat(page.locator("#strip")).containsText("Completed");

    tabTo(page, page.getByLabel("Follow-up"));
    keys.type("say once more");
    keys.press("Control+Enter");
    assertThat(page.locator("#main")).containsText("once more");
    assertThat(page.locator("#strip")).containsText("Completed");

    tabTo(page, page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Send")));
    keys.press("x");
    keys.press("m");
    tabTo(page, page.getByLabel("Message"));
    keys.press("Control+Enter");
    assertThat(page.getByLabel("Status")).hasValue("done");
    page.locator("h1").first().evaluate("() => document.activeElement.blur()");
    keys.press("g");
    keys.press("b");
    assertThat(card(page, "done", "Fix the test")).isVisible();
  }

  @Test
  void the_same_on_a_phone_by_touch() {
    var page = enter(chromium.page(Chromium.phone()));
    page.locator("#bottom").getByText("New task").tap();
    page.getByLabel("Title").fill("Fix the test");
    page.getByLabel("Description").fill(SCRIPT);
    page.getByLabel("Variant of Fake Agent").selectOption("APPROVALS");
    page.getByText("Create and start").tap();

    page.locator("#column-tabs").getByText("In progress").tap();
    assertThat(page.locator("#column-tabs a[aria-current]")).containsText("In progress");
    assertThat(card(page, "inprogress", "Fix the test")).containsText("Needs you");
    assertThat(page.locator("#bottom .badge")).hasText("1");
    card(page, "inprogress", "Fix the test").locator(".title").tap();
    assertThat(page.locator("#main")).containsText("I look at it");
    var approve = words(page, "Approve");
    assertThatAtTheThumb(page, approve.boundingBox().y);
    approve.tap();
    assertThat(page.locator("#strip")).containsText("Completed");

    page.getByLabel("Follow-up").fill("say once more");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Send")).tap();
    assertThat(page.locator("#main")).containsText("once more");
    assertThat(page.locator("#strip")).containsText("Completed");
    page.locator("#merge > summary").tap();
    page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Merge into .*")))
        .tap();
    assertThat(page.getByLabel("Status")).hasValue("done");
    page.locator(".task-head .back").tap();
    page.locator("#column-tabs").getByText("Done").tap();
    assertThat(card(page, "done", "Fix the test")).isInViewport();
  }

  private static void assertThatAtTheThumb(Page page, double top) {
    org.assertj.core.api.Assertions.assertThat(top).isGreaterThan(page.viewportSize().height / 2.0);
  }
}
