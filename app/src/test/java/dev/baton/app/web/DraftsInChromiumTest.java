package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The review in several tabs at once, and its colours. */
class DraftsInChromiumTest extends OnOneBoard {
  private static final String CODE =
      """
      /** Greets. */
      class Greeting {
        String of(String name) {
          return "Hello, " + name;
        }
      }
      """;

  /** What is painted in a colour, one text each. */
  private static final String PAINTED =
      """
      (name) => [...(CSS.highlights.get(name) ?? [])]
        .map((it) => {
          const range = document.createRange();
          range.setStart(it.startContainer, it.startOffset);
          range.setEnd(it.endContainer, it.endOffset);
          return range.toString();
        })
      """;

  private String attemptWith(String name, String text) throws Exception {
    var attempt = board.attempt("Work", "say hello");
    Path file = ReviewPageTest.worktree(board, attempt).resolve(name);
    Files.writeString(file, text);
    return attempt;
  }

  private Page review(Page page, String attempt) {
    page.navigate("%s/attempts/%s/review".formatted(address(), attempt));
    assertThat(page.locator(".connection")).hasText("Live");
    return page;
  }

  private static Locator line(Page page, int number) {
    return page.locator("section.file .l[data-n='%d'] > i".formatted(number)).first();
  }

  @Test
  void another_tab_shows_drafts_as_they_are_made_changed_and_removed() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = review(enter(), attempt);
    var other = review(chromium.tab(page), attempt);
    assertThat(other.locator(".l[data-n='2']")).hasCount(1);

    page.bringToFront();
    line(page, 2).click();
    page.keyboard().type("Why a class?");
    page.keyboard().press("Control+Enter");
    assertThat(other.locator(".comment .prose")).hasText("Why a class?");
    assertThat(other.locator("#send-bar")).containsText("1 comment on 1 file");
    page.locator(".comment").getByText("Edit").click();
    page.keyboard().press("Control+End");
    page.keyboard().type(" Make it a record.");
    page.keyboard().press("Control+Enter");
    assertThat(other.locator(".comment .prose")).hasText("Why a class? Make it a record.");
    assertThat(page.locator(".comment")).hasCount(1);
    page.locator(".comment").getByText("Remove").click();
    assertThat(other.locator(".comment")).hasCount(0);
    assertThat(other.locator("#send-bar")).isHidden();
  }

  @Test
  void what_another_tab_does_leaves_a_comment_alone_that_is_being_written() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = review(enter(), attempt);
    var other = review(chromium.tab(page), attempt);
    line(other, 4).click();
    other.keyboard().type("Half a");
    page.bringToFront();
    line(page, 2).click();
    page.keyboard().type("Made meanwhile");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".comment .prose").first()).hasText("Made meanwhile");

    other.bringToFront();
    assertThat(other.locator(".writing textarea")).hasValue("Half a");
    other.locator(".writing textarea").press("End");
    other.keyboard().type(" thought");
    other.keyboard().press("Control+Enter");
    assertThat(other.locator(".comment .prose"))
        .hasText(new String[] {"Made meanwhile", "Half a thought"});
  }

  @Test
  void a_comment_is_kept_whose_window_was_closed_right_after_the_last_letter() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = review(enter(), attempt);
    var other = chromium.tab(page);
    line(page, 2).click();
    page.keyboard().type("Why a class?");
    page.close();

    review(other, attempt);
    assertThat(other.locator(".comment .prose")).hasText("Why a class?");
    assertThat(other.locator(".writing")).hasCount(0);
    other.reload();
    assertThat(other.locator(".comment .prose")).hasText("Why a class?");
  }

  @Test
  void a_comment_that_was_typed_without_a_session_is_kept_over_a_reload() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = review(enter(), attempt);
    page.context().clearCookies();
    line(page, 4).click();
    page.keyboard().type("Greet nobody?");
    assertThat(page.locator(".writing .said")).containsText("Your session has ended");
    page.reload();

    var next = review(enter(chromium.tab(page)), attempt);
    assertThat(next.locator(".l[data-n='4'] ~ * .comment .prose").first()).hasText("Greet nobody?");
    chromium.forgive();
  }

  @Test
  void another_window_leaves_words_alone_that_this_one_still_has() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = review(enter(), attempt);
    page.route("**/comments", route -> route.abort());
    line(page, 2).click();
    page.keyboard().type("Half a thought");
    assertThat(page.locator(".writing .said")).containsText("cannot be reached");

    var other = review(chromium.tab(page), attempt);
    assertThat(other.locator(".l[data-n='2']")).hasCount(1);
    assertThat(other.locator(".comment")).hasCount(0);
    page.close();
    other.reload();
    assertThat(other.locator(".comment .prose")).hasText("Half a thought");
    chromium.forgive();
  }

  @Test
  void words_that_were_left_behind_do_not_overwrite_what_was_written_since() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = review(enter(), attempt);
    line(page, 2).click();
    page.keyboard().type("Why?");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".comment .prose")).hasText("Why?");
    page.route("**/comments/**", route -> route.abort());
    page.locator(".comment").getByText("Edit").click();
    page.locator(".writing textarea").fill("Why a class?");
    assertThat(page.locator(".writing .said")).containsText("cannot be reached");
    var other = review(chromium.tab(page), attempt);
    other.locator(".comment").getByText("Edit").click();
    other.locator(".writing textarea").fill("Why no record?");
    other.keyboard().press("Control+Enter");
    assertThat(other.locator(".comment .prose")).hasText("Why no record?");
    page.close();

    other.reload();
    assertThat(other.locator(".comment .prose")).hasText("Why no record?");
    assertThat(other.locator(".writing textarea")).hasValue("Why a class?");
    assertThat(other.locator(".writing .said")).containsText("changed in another window");
    Chromium.picture(other, "left-behind");
    other.locator(".writing").getByText("Keep draft").click();
    assertThat(other.locator(".writing")).hasCount(0);
    assertThat(other.locator(".comment .prose")).hasText("Why a class?");
    chromium.forgive();
  }

  @Test
  void a_form_is_no_dead_copy_of_itself_after_going_away_and_back() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = review(enter(), attempt);
    line(page, 2).click();
    page.keyboard().type("Why a class?");
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Conversation")).click();
    assertThat(page.locator(".conversation")).isVisible();
    page.goBack();

    assertThat(page.locator(".comment .prose")).hasText("Why a class?");
    assertThat(page.locator(".writing")).hasCount(0);
  }

  @Test
  void closing_a_form_overwrites_nothing_that_another_window_wrote() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = review(enter(), attempt);
    line(page, 2).click();
    page.keyboard().type("Why?");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".comment .prose")).hasText("Why?");
    page.locator(".comment").getByText("Edit").click();
    var other = review(chromium.tab(page), attempt);
    other.locator(".comment").getByText("Edit").click();
    other.locator(".writing textarea").fill("Why no record?");
    other.keyboard().press("Control+Enter");
    assertThat(other.locator(".comment .prose")).hasText("Why no record?");

    page.bringToFront();
    page.locator(".writing textarea").fill("Why older?");
    assertThat(page.locator(".writing .said")).containsText("changed in another window");
    page.locator(".writing textarea").press("Escape");

    assertThat(page.locator(".comment .prose")).hasText("Why no record?");
    page.reload();
    assertThat(page.locator(".writing textarea")).hasValue("Why older?");
    page.locator(".writing textarea").fill("");
    page.locator(".writing textarea").press("Escape");
    assertThat(page.locator(".writing")).hasCount(0);
    page.reload();
    assertThat(page.locator(".comment .prose")).hasText("Why no record?");
    assertThat(page.locator(".writing")).hasCount(0);
    // why: the browser calls an answer with status 409 an error
    chromium.forgive();
  }

  @Test
  void a_form_stays_whose_file_is_gone() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = review(enter(), attempt);
    line(page, 2).click();
    page.keyboard().type("Half a");
    // why: a draft about a file that is gone by then would be refused, as it should
    assertThat(page.locator(".writing .said")).hasText("Saved");
    Files.delete(ReviewPageTest.worktree(board, attempt).resolve("Greeting.java"));
    Files.writeString(ReviewPageTest.worktree(board, attempt).resolve("Other.java"), "other");
    page.evaluate("document.dispatchEvent(new CustomEvent('baton:refresh'))");
    assertThat(page.locator("section.file[data-path='Other.java']")).hasCount(1);

    page.keyboard().type(" thought");

    assertThat(page.locator(".writing textarea")).hasValue("Half a thought");
    assertThat(page.locator(".writing textarea")).isFocused();
  }

  @Test
  void a_comment_near_the_end_of_the_window_is_not_covered_by_the_bar_that_sends_it()
      throws Exception {
    var attempt = attemptWith("Long.java", "int line;\n".repeat(200));
    for (var window : List.of(Chromium.wide(), Chromium.phone())) {
      var page = review(enter(chromium.page(window)), attempt);
      var number = line(page, 60);
      number.evaluate("it => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight + 20)");
      number.click();
      page.keyboard().type("Why so many?");
      assertThat(page.locator("#send-bar")).isVisible();
      assertThat(page.locator(".writing .said")).hasText("Saved");

      var form = page.locator(".comment.writing").boundingBox();
      assertThat(form.y + form.height)
          .as("the end of the form")
          .isLessThanOrEqualTo(page.locator("#send-bar").boundingBox().y);
      assertThat(form.y).as("the beginning of the form").isPositive();
      page.keyboard().press("Control+A");
      page.keyboard().press("Delete");
      page.keyboard().press("Escape");
      assertThat(page.locator(".comment")).hasCount(0);
    }
  }

  @Test
  void who_commented_by_keys_goes_on_where_the_comment_is() throws Exception {
    var page = review(enter(), attemptWith("Greeting.java", CODE));
    assertThat(page.locator(".l[data-n='2']")).hasCount(1);
    page.keyboard().press("j");
    page.keyboard().press("ArrowDown");
    assertThat(page.locator(".l:focus")).containsText("class Greeting");

    page.keyboard().press("c");
    page.keyboard().type("Why a class?");
    page.keyboard().press("Control+Enter");

    assertThat(page.locator(".comment .prose")).hasText("Why a class?");
    assertThat(page.locator(".l:focus")).containsText("class Greeting");
    page.keyboard().press("ArrowDown");
    assertThat(page.locator(".l:focus")).containsText("String of");
  }

  @Test
  void code_is_coloured_by_what_only_a_review_loads() throws Exception {
    var attempt = attemptWith("Greeting.java", CODE);
    var page = chromium.page(Chromium.wide());
    var loaded = new ArrayList<String>();
    page.context().onRequest(request -> loaded.add(request.url()));
    enter(page);
    assertThat(loaded).noneMatch(url -> url.endsWith("/highlight.js"));

    review(page, attempt);
    page.waitForCondition(() -> painted(page, "string").contains("\"Hello, \""));
    assertThat(painted(page, "keyword")).contains("class", "return");
    var number = page.locator(".l[data-n='2'] > i").boundingBox();
    assertThat(page.locator(".l[data-n='2'] > code").boundingBox().x - number.x)
        .as("code stands beside its number")
        .isLessThan(100);
    Chromium.picture(page, "colours-light");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    Chromium.picture(page, "colours-dark");
  }

  @SuppressWarnings("unchecked")
  private static List<String> painted(Page page, String colour) {
    return (List<String>) page.evaluate(PAINTED, colour);
  }

  @Test
  void a_large_file_stays_plain() throws Exception {
    var attempt = attemptWith("Large.java", "class Large {}\n".repeat(3_001));
    var page = review(enter(), attempt);
    page.locator("section.file summary").click();
    assertThat(page.locator(".l[data-n='1']")).hasCount(1);
    assertThat(page.locator(".rows[data-controller=colours]")).hasCount(0);
  }
}
