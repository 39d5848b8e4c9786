package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Cards that are searched for, or shown by a filter. */
class SearchInChromiumTest extends InChromium {
  private static String[] found(String words) {
    return Stream.of("Pear", "Apple")
        .filter(title -> title.toLowerCase(Locale.ROOT).contains(words))
        .toArray(String[]::new);
  }

  private static void assertFound(Page page, String words, String title) {
    assertThat(page.locator(".card")).hasCount(1);
    assertThat(page.locator(".card .title")).hasText(title);
    assertThat(page.locator("#search")).hasValue(words);
  }

  @Test
  void a_filter_stands_in_the_address_and_goes_one_by_one() throws Exception {
    board.attempt("Broken", "exit 3");
    task("Untouched");
    var page = enter();
    page.getByLabel("State").selectOption("failed");
    assertThat(page.locator(".card")).hasCount(1);
    assertThat(page).hasURL(Pattern.compile(".*[?&]state=failed.*"));
    page.getByLabel("Agent", new Page.GetByLabelOptions().setExact(true)).selectOption("CODEX");
    assertThat(page.locator("#main")).containsText("No task fits.");
    page.reload();
    page.locator("#chip-agent").click();
    assertThat(page.locator(".card")).hasCount(1);
    assertThat(page.locator(".card")).containsText("Broken");
    page.locator("#chip-state").click();
    assertThat(page.locator(".card")).hasCount(2);
  }

  @Test
  void the_search_field_says_what_the_list_shows_after_going_back_and_forth() throws Exception {
    task("Apple");
    task("Pear");
    var page = enter();
    for (var words : List.of("apple", "pear", "")) {
      page.locator("#search").fill(words);
      page.keyboard().press("Enter");
      assertThat(page).hasURL(Pattern.compile(".*[?&]q=" + words + "(&.*)?$"));
      assertThat(page.locator(".card .title")).hasText(found(words));
      assertThat(page.locator("#search")).hasValue(words);
    }
    page.goBack();
    assertFound(page, "pear", "Pear");
    page.goBack();
    assertFound(page, "apple", "Apple");
    page.goBack();
    assertThat(page.locator(".card")).hasCount(2);
    assertThat(page.locator("#search")).hasValue("");
    page.goForward();
    assertFound(page, "apple", "Apple");
  }

  @Test
  void what_is_searched_for_is_found_while_one_types_on() throws Exception {
    task("Apple");
    task("Pear");
    var page = enter();
    page.keyboard().press("/");
    page.keyboard().type("app");

    assertThat(page.locator(".card")).hasCount(1);
    assertThat(page.locator(".card .title")).hasText("Apple");
    assertThat(page).hasURL(Pattern.compile(".*[?&]q=app(&.*)?$"));
    assertThat(page.locator("#search")).isFocused();
    page.keyboard().type("le pie");
    assertThat(page.locator("#main")).containsText("No task fits.");
    assertThat(page.locator("#search")).hasValue("apple pie");
    page.locator("#search").fill("");
    assertThat(page.locator(".card")).hasCount(2);
  }

  @Test
  void escape_leaves_the_search_and_keeps_what_was_typed() throws Exception {
    task("Apple");
    task("Pear");
    var page = enter();
    page.keyboard().press("/");
    page.keyboard().type("pear");
    assertThat(page.locator(".card")).hasCount(1);

    page.keyboard().press("Escape");

    assertThat(page.locator("#search")).not().isFocused();
    assertThat(page.locator("#search")).hasValue("pear");
    assertThat(page.locator(".card")).hasCount(1);
    page.keyboard().press("j");
    assertThat(card(page, "todo", "Pear").locator(".title")).isFocused();
  }
}
