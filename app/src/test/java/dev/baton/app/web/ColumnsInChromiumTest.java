package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Columns with many cards, columns that are folded, and cards that come back to their place. */
class ColumnsInChromiumTest extends InChromium {
  @Test
  void a_card_comes_back_though_what_it_stood_beside_has_gone() throws Exception {
    var last = task("Last");
    var below = task("Below");
    task("Move me");
    var above = task("Above");
    var page = enter();
    card(page, "todo", "Move me").locator(".title").focus();
    page.keyboard().press("Shift+ArrowRight");
    assertThat(page.locator(".toast")).containsText("Move me moved to In progress");
    move(below, "done");
    assertThat(card(page, "done", "Below")).isVisible();
    page.keyboard().press("u");
    assertThat(page.locator("#cards-todo .title"))
        .hasText(new String[] {"Above", "Move me", "Last"});

    page.keyboard().press("Shift+ArrowRight");
    assertThat(page.locator(".toast")).containsText("Move me moved to In progress");
    move(above, "done");
    board.client().call("delete_task", Json.object().put("task_id", last));
    assertThat(page.locator("#cards-todo .card")).hasCount(0);
    page.keyboard().press("u");
    assertThat(page.locator("#cards-todo .title")).hasText("Move me");
    assertThat(page.locator(".problem")).hasCount(0);
  }

  @Test
  void a_card_comes_back_to_the_nearest_place_when_both_its_neighbours_have_gone()
      throws Exception {
    task("Last");
    var below = task("Below");
    task("Move me");
    var above = task("Above");
    task("First");
    var page = enter();
    card(page, "todo", "Move me").locator(".title").focus();
    page.keyboard().press("Shift+ArrowRight");
    assertThat(page.locator(".toast")).containsText("Move me moved to In progress");
    board.client().call("delete_task", Json.object().put("task_id", below));
    board
        .client()
        .call("update_task", Json.object().put("task_id", above).put("position", "bottom"));
    assertThat(page.locator("#cards-todo .title")).hasText(new String[] {"First", "Last", "Above"});

    page.keyboard().press("u");

    assertThat(page.locator("#cards-todo .title"))
        .hasText(new String[] {"First", "Move me", "Last", "Above"});
  }

  private void move(String task, String status) throws Exception {
    board.client().call("update_task", Json.object().put("task_id", task).put("status", status));
  }

  @Test
  void more_cards_are_shown_where_the_reader_is() throws Exception {
    for (var number = 1; number <= 53; number++) {
      task("Task %02d".formatted(number));
    }
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = enter(chromium.page(size));
      assertThat(page.locator("#cards-todo .card")).hasCount(50);

      page.getByText("Show 3 more").click();

      assertThat(page.locator("#cards-todo .card")).hasCount(53);
      assertThat(card(page, "todo", "Task 03").locator(".title")).isFocused();
      assertThat(card(page, "todo", "Task 03")).isInViewport();
      assertThat(page.url()).contains("todo=100");
    }
  }

  @Test
  void more_of_one_column_leaves_the_others_as_they_are() throws Exception {
    for (var number = 1; number <= 53; number++) {
      task("Task %02d".formatted(number));
      move(task("Dropped %02d".formatted(number)), "cancelled");
    }
    var page = enter();
    Chromium.picture(page, "more-wide");
    page.getByText("Show 3 more").click();
    page.locator("#cancelled > summary").click();
    assertThat(page.locator("#cards-todo .card")).hasCount(53);
    assertThat(page.locator("#cards-cancelled .card")).hasCount(50);
    page.getByText("Show 3 more").click();
    assertThat(page.locator("#cards-cancelled .card")).hasCount(53);
    assertThat(page.locator("#cards-todo .card")).hasCount(53);

    page.locator("#search").fill("Dropped");
    assertThat(page.locator("#cards-todo .card")).hasCount(0);
    assertThat(page.locator("#cards-cancelled .card")).hasCount(53);
    page.locator("#search").fill("");
    assertThat(page.locator("#cards-todo .card")).hasCount(53);
  }

  @Test
  void a_phone_says_where_something_fits_that_is_out_of_sight() throws Exception {
    move(task("Pear"), "done");
    task("Apple");
    var page = enter(chromium.page(Chromium.phone()));
    page.locator("button.find").tap();

    page.locator("#search").fill("pear");

    assertThat(page.locator("#todo .none")).hasText("Nothing fits here, 1 in Done");
    assertThat(page.locator("#todo .none")).isInViewport();
    chromium.assertAccessible(page, "a column in which nothing fits");
    Chromium.picture(page, "phone-nothing-fits");
    page.setViewportSize(1280, 800);
    Chromium.picture(page, "wide-nothing-fits");
  }

  @Test
  void the_tabs_of_a_phone_stay_in_sight_and_lead_to_the_first_cards() throws Exception {
    for (var number = 1; number <= 20; number++) {
      task("Task %02d".formatted(number));
    }
    move(task("Under way"), "inprogress");
    move(task("Dropped"), "cancelled");
    var page = enter(chromium.page(Chromium.phone()));
    var tabs = page.locator(".column-tabs a");
    card(page, "todo", "Task 01").locator(".title").scrollIntoViewIfNeeded();
    assertThat(tabs.first()).isInViewport();

    tabs.nth(1).tap();
    assertThat(tabs.nth(1)).hasAttribute("aria-current", "true");
    assertThat(tabs.nth(1)).isInViewport();
    var first = card(page, "inprogress", "Under way");
    assertThat(first).isInViewport();
    var tab = tabs.nth(1).boundingBox();
    assertThat(first.boundingBox().y).isGreaterThanOrEqualTo(tab.y + tab.height);

    tabs.nth(4).tap();
    assertThat(card(page, "cancelled", "Dropped")).isInViewport();
    assertThat(tabs.nth(4)).isInViewport();
    Chromium.picture(page, "phone-cancelled");
  }

  @Test
  void the_first_arrow_goes_to_the_first_card_as_letters_do() throws Exception {
    task("Below");
    task("First");
    for (var key : List.of("j", "ArrowDown", "ArrowRight")) {
      var page = enter();
      page.keyboard().press(key);
      assertThat(card(page, "todo", "First").locator(".title")).isFocused();
    }
  }

  @Test
  void keys_show_the_card_that_they_go_to() throws Exception {
    for (var number = 1; number <= 30; number++) {
      task("Task %02d".formatted(number));
    }
    var page = enter();
    for (var step = 0; step < 21; step++) {
      page.keyboard().press("j");
    }
    var bar = page.locator("header.bar").boundingBox();
    for (var step = 0; step < 15; step++) {
      page.keyboard().press("k");
      var title = page.locator(".card .title:focus");
      assertThat(title).isInViewport();
      assertThat(title.boundingBox().y).isGreaterThanOrEqualTo(bar.y + bar.height);
    }
  }

  @Test
  void a_folded_column_is_read_when_it_is_opened_and_keeps_the_place_of_keys() throws Exception {
    move(task("Dropped before"), "cancelled");
    move(task("Drop me"), "done");
    var page = enter();
    card(page, "done", "Drop me").locator(".title").focus();

    page.keyboard().press("Shift+ArrowRight");

    assertThat(page.locator("#announcements")).hasText("Drop me moved to Cancelled, 1 of 2");
    assertThat(page.locator("#cancelled > summary")).isFocused();
    page.keyboard().press("u");
    assertThat(card(page, "done", "Drop me").locator(".title")).isFocused();
    page.keyboard().press("Shift+ArrowRight");
    assertThat(page.locator("#cancelled > summary")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("#cards-cancelled .title"))
        .hasText(new String[] {"Drop me", "Dropped before"});
    assertThat(page.locator("#cancelled > summary")).isFocused();
    page.keyboard().press("Tab");
    page.keyboard().press("Shift+ArrowLeft");
    assertThat(card(page, "done", "Drop me").locator(".title")).isFocused();
  }
}
