package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The whole life of a task, with two attempts, an approval, comments over three files as one
 * follow-up, and a merge: by mouse, by keyboard alone, and on a phone.
 */
class LifeInChromiumTest extends OnOneBoard {
  private static final List<String> FILES = List.of("one.txt", "three.txt", "two.txt");

  private static String script(String folder) {
    return "say I look at it\nask run the tests\n"
        + "write %1$s/one.txt 1\nwrite %1$s/two.txt 2\nwrite %1$s/three.txt 3".formatted(folder);
  }

  private static Locator file(Page page, String folder, String name) {
    return page.locator("section.file[data-path=\"%s/%s\"]".formatted(folder, name));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^" + name)));
  }

  private static void assertEnded(Page page) {
    assertThat(page.locator("#strip .tile[aria-current]")).containsText("Completed");
  }

  /** All comments came as one message. */
  private void assertToldOnce(Page page, String remark) throws Exception {
    var attempt = page.url().replaceAll(".*attempts/([0-9a-f-]{36}).*", "$1");
    var told =
        board
            .client()
            .call(
                "tail_session_messages", Json.object().put("attempt_id", attempt).put("limit", 200))
            .path("messages")
            .valueStream()
            .filter(message -> message.path("role").asString("").equals("user"))
            .map(message -> message.path("content").asString(""))
            .filter(text -> text.contains(remark))
            .toList();
    assertThat(told).singleElement().asString().contains(FILES);
  }

  @Test
  void a_task_has_two_attempts_is_answered_commented_and_merged() throws Exception {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("By mouse");
    page.getByLabel("Description").fill("say No idea\nexit 3");
    button(page, "Create and start").click();
    var card = card(page, "inreview", "By mouse");
    assertThat(card).containsText("Failed");
    assertThat(page.locator("#announcements")).containsText("By mouse");

    card.locator(".title").click();
    page.locator("#tile-new").click();
    page.getByLabel("Variant of Fake Agent").selectOption("APPROVALS");
    page.getByLabel("Other words").fill(script("mouse"));
    button(page, "Start").click();
    assertThat(page.locator("#strip .tile[aria-current]")).containsText("2 · Fake Agent");
    assertThat(page.locator("#main")).containsText("I look at it");
    words(page, "Approve").click();
    assertEnded(page);

    page.locator("[data-key=review]").click();
    for (var name : FILES) {
      file(page, "mouse", name).locator(".l[data-n='1'] > i").first().click();
      page.keyboard().type("Mouse remark");
      file(page, "mouse", name).getByText("Keep draft").click();
      assertThat(file(page, "mouse", name).locator(".comment .prose")).hasText("Mouse remark");
    }
    assertThat(page.locator("#send-bar")).containsText("3 comments on 3 files");
    page.getByLabel("A word in front").fill("say I change them");
    button(page, "Send 3 comments").click();
    assertThat(page.locator("#sent")).containsText("3 comments were sent");
    assertEnded(page);
    assertToldOnce(page, "Mouse remark");

    page.locator("#merge > summary").click();
    assertThat(page.getByLabel("Message")).isVisible();
    button(page, "Merge into").click();
    assertThat(page.getByLabel("Status")).hasValue("done");
    page.locator(".task-head .back").click();
    assertThat(card(page, "done", "By mouse")).isVisible();
  }

  @Test
  void the_same_by_keyboard_alone() throws Exception {
    var page = enter();
    var keys = page.keyboard();
    keys.press("c");
    assertThat(page.getByLabel("Title")).isFocused();
    keys.type("By keys");
    tabTo(page, page.getByLabel("Description"));
    keys.insertText("say No idea\nexit 3");
    keys.press("Control+Enter");
    var card = card(page, "inreview", "By keys");
    assertThat(card).containsText("Failed");
    tabTo(page, card.locator(".title"));
    keys.press("Enter");

    tabTo(page, page.locator("#tile-new"));
    keys.press("Enter");
    assertThat(page.getByLabel("Other words")).isFocused();
    keys.insertText(script("keys"));
    keys.press("Shift+Tab");
    keys.press("Shift+Tab");
    keys.press("Shift+Tab");
    keys.type("App");
    assertThat(page.getByLabel("Variant of Fake Agent")).hasValue("APPROVALS");
    keys.press("Control+Enter");
    assertThat(page.locator("#strip .tile[aria-current]")).containsText("2 · Fake Agent");
    assertThat(page.locator("#main")).containsText("I look at it");
    // why so patient: an agent starts, and on a busy machine that takes its time
    assertThat(words(page, "Approve")).isVisible(new IsVisibleOptions().setTimeout(60_000));
    tabTo(page, words(page, "Approve"));
    keys.press("Enter");
    assertEnded(page);

    tabTo(page, page.locator("#parts [data-key=conversation]"));
    keys.press("2");
    for (var name : FILES) {
      assertThat(file(page, "keys", name).locator(".l.first")).hasCount(1);
      keys.press("j");
      assertThat(file(page, "keys", name).locator(".l.now")).hasCount(1);
      keys.press("c");
      keys.type("Keys remark");
      keys.press("Control+Enter");
      assertThat(file(page, "keys", name).locator(".comment .prose")).hasText("Keys remark");
    }
    tabTo(page, page.getByLabel("A word in front"));
    keys.type("say I change them");
    keys.press("Control+Enter");
    assertThat(page.locator("#sent")).containsText("3 comments were sent");
    assertEnded(page);
    assertToldOnce(page, "Keys remark");

    tabTo(page, page.locator("#parts [data-key=conversation]"));
    keys.press("x");
    keys.press("m");
    tabTo(page, page.getByLabel("Message"));
    keys.press("Control+Enter");
    assertThat(page.getByLabel("Status")).hasValue("done");
    tabTo(page, page.locator("#parts [data-key=conversation]"));
    keys.press("g");
    keys.press("b");
    assertThat(card(page, "done", "By keys")).isVisible();
  }

  @Test
  void the_same_on_a_phone_by_touch() throws Exception {
    var page = enter(chromium.page(Chromium.phone()));
    page.locator("#bottom").getByText("New task").tap();
    page.getByLabel("Title").fill("By touch");
    page.getByLabel("Description").fill("say No idea\nexit 3");
    page.getByText("Create and start").tap();
    // why: until then it is the board of all projects, which goes
    assertThat(page.locator("#project-menu > summary")).hasText("test");
    page.locator("#column-tabs").getByText("In review").tap();
    assertThat(page.locator("#column-tabs a[aria-current]")).containsText("In review");
    var card = card(page, "inreview", "By touch");
    assertThat(card).containsText("Failed");
    card.locator(".title").tap();

    page.locator("#tile-new").tap();
    page.getByLabel("Variant of Fake Agent").selectOption("APPROVALS");
    page.getByLabel("Other words").fill(script("touch"));
    button(page, "Start").tap();
    assertThat(page.locator("#strip .tile[aria-current]")).containsText("2 · Fake Agent");
    assertThat(page.locator("#main")).containsText("I look at it");
    var approve = words(page, "Approve");
    assertThat(approve.boundingBox().y).isGreaterThan(page.viewportSize().height / 2.0);
    approve.tap();
    assertEnded(page);

    page.locator("[data-key=review]").tap();
    // why: files that are still on their way push what is below them away from the finger
    assertThat(page.locator(".l.first")).hasCount(FILES.size());
    for (var name : FILES) {
      file(page, "touch", name).locator(".l[data-n='1'] > i").last().tap();
      page.getByLabel("Comment", new Page.GetByLabelOptions().setExact(true)).fill("Touch remark");
      file(page, "touch", name).getByText("Keep draft").tap();
      assertThat(file(page, "touch", name).locator(".comment .prose")).hasText("Touch remark");
    }
    page.getByLabel("A word in front").fill("say I change them");
    button(page, "Send 3 comments").tap();
    assertThat(page.locator("#sent")).containsText("3 comments were sent");
    assertEnded(page);
    assertToldOnce(page, "Touch remark");

    page.locator("#merge > summary").tap();
    button(page, "Merge into").tap();
    assertThat(page.getByLabel("Status")).hasValue("done");
    page.locator(".task-head .back").tap();
    page.locator("#column-tabs").getByText("Done").tap();
    assertThat(card(page, "done", "By touch")).isInViewport();
  }
}
