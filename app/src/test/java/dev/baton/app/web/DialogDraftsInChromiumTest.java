package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;

/** What somebody wrote and chose in a form that was closed before it was sent. */
class DialogDraftsInChromiumTest extends OnOneBoard {
  @Test
  void what_was_chosen_for_a_new_task_is_kept_with_what_was_typed() {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Half a title");
    page.getByLabel("Variant of Fake Agent").selectOption("APPROVALS");
    page.locator("#new-priority").selectOption("urgent");
    page.getByLabel("The agent starts by itself").check();
    page.keyboard().press("Escape");
    page.reload();

    page.keyboard().press("c");

    assertThat(page.getByLabel("Title")).hasValue("Half a title");
    assertThat(page.getByLabel("Variant of Fake Agent")).hasValue("APPROVALS");
    assertThat(page.locator("#new-priority")).hasValue("urgent");
    assertThat(page.getByLabel("The agent starts by itself")).isChecked();
    assertThat(page.locator("#new-task .said")).hasText("Draft kept");
    page.getByLabel("The agent starts by itself").uncheck();
    page.locator("#new-priority").selectOption("normal");
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog[open]")).hasCount(0);
    page.keyboard().press("c");
    assertThat(page.locator("#new-priority")).hasValue("normal");
    assertThat(page.getByLabel("The agent starts by itself")).not().isChecked();
    words(page, "Create").click();
    assertThat(card(page, "todo", "Half a title")).isVisible();
    page.keyboard().press("c");
    assertThat(page.locator("#new-task [name=title]")).hasValue("");
    assertThat(page.getByLabel("Variant of Fake Agent")).hasValue("DEFAULT");
  }

  @Test
  void the_edit_of_a_task_is_closed_by_escape_and_its_words_are_kept() throws Exception {
    var page = enter();
    page.navigate(address() + "/tasks/" + task("Edited"));
    words(page, "Edit").click();
    page.getByLabel("Description").fill("Half a thought");
    page.keyboard().press("Escape");
    assertThat(page.locator("#edit-task")).hasCount(0);
    assertThat(words(page, "Edit")).isFocused();

    page.keyboard().press("Enter");
    assertThat(page.getByLabel("Description")).hasValue("Half a thought");
    words(page, "Cancel").click();
    assertThat(page.locator(".toast")).containsText("What you typed is thrown away.");
    words(page, "Edit").click();
    assertThat(page.getByLabel("Description")).hasValue("");
    assertThat(page.getByLabel("Title")).isFocused();
    page.keyboard().press("Escape");
    assertThat(page.locator("#edit-task")).hasCount(0);
    words(page, "Undo").click();
    words(page, "Edit").click();
    assertThat(page.getByLabel("Description")).hasValue("Half a thought");
  }

  @Test
  void a_phone_says_what_was_started_and_shows_the_column_where_it_is() {
    var page = enter(chromium.page(Chromium.phone()));
    page.locator("#bottom").getByText("New task").tap();
    page.getByLabel("Title").fill("Goes ahead");
    page.getByLabel("Description").fill("ask npm test");
    page.getByLabel("Variant of Fake Agent").selectOption("APPROVALS");
    page.getByText("Create and start").tap();

    assertThat(page.locator(".toast")).containsText("Goes ahead started.");
    assertThat(page.locator("#column-tabs a[aria-current]")).containsText("In progress");
    assertThat(card(page, "inprogress", "Goes ahead")).isInViewport();
    assertThat(page.locator("#started")).hasCount(0);
    assertThat(page.url()).doesNotContain("started");
    Chromium.picture(page, "phone-started");
    words(page, "Open").tap();
    assertThat(page.locator(".task-head h1")).containsText("Goes ahead");
    Chromium.picture(page, "phone-task");
  }

  @Test
  void a_phone_gives_the_names_of_project_and_task_their_room() throws Exception {
    var page = enter(chromium.page(Chromium.phone()));
    page.setViewportSize(390, 844);
    assertThat(isWhole(page, "#project-menu > summary > span")).isTrue();
    Chromium.picture(page, "phone-bar");

    page.navigate(address() + "/tasks/" + task("Short"));
    var title = page.locator(".task-head h1");
    assertThat(title.boundingBox().width).isGreaterThan(350);
    assertThat(page.locator(".task-head .move").boundingBox().y)
        .isGreaterThanOrEqualTo(title.boundingBox().y + title.boundingBox().height);
    var words = page.locator(".task-head h1 > .words").boundingBox();
    var number = page.locator(".task-head h1 > .faint").boundingBox();
    assertThat(number.x - words.x - words.width).isBetween(0.0, 12.0);
    assertThat(page.locator(".whole-title")).isHidden();

    var endless = "Explain at great length what is to be done ".repeat(5).strip();
    page.navigate(address() + "/tasks/" + task(endless));
    page.locator("#parts .on-phone").tap();
    assertThat(page.locator(".whole-title")).containsText(endless);
    assertThat(page.locator(".whole-title")).isVisible();
    assertThat(isWhole(page, ".whole-title")).isTrue();
    Chromium.picture(page, "phone-long-title");
  }

  private static boolean isWhole(Page page, String selector) {
    return Boolean.TRUE.equals(
        page.locator(selector)
            .evaluate(
                "it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight"));
  }

  @Test
  void no_page_is_wider_than_its_window() throws Exception {
    var task = task("Wide");
    var page = enter();
    for (var width : new int[] {640, 660, 702, 760, 820, 900}) {
      page.setViewportSize(width, 800);
      for (var place : new String[] {"/", "/needs-you", "/tasks/" + task, "/insights"}) {
        page.navigate(address() + place);
        assertThat(page.locator(".connection")).hasText("Live");
        assertThat(page.evaluate("document.documentElement.scrollWidth"))
            .as("%s at %d", place, width)
            .isEqualTo(width);
        page.locator(".connection")
            .evaluate(
                "it => { it.dataset.state = 'cut'; it.textContent = 'Cut off since 14:02, showing"
                    + " what was known'; }");
        assertThat(page.evaluate("document.documentElement.scrollWidth"))
            .as("%s cut off at %d", place, width)
            .isEqualTo(width);
      }
    }
  }
}
