package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.baton.mcp.protocol.Json;
import org.junit.jupiter.api.Test;

/** Comments on messages of the agent are drafts on the server, as those on lines are. */
class MessageDraftsInChromiumTest extends OnOneBoard {
  private String attempt = "";

  private String conversation() throws Exception {
    var status =
        board.client().call("get_attempt_status", Json.object().put("attempt_id", attempt));
    return "%s/tasks/%s".formatted(address(), status.path("task_id").asString(""));
  }

  private Page conversation(Page page) throws Exception {
    page.navigate(conversation());
    assertThat(page.locator(".connection")).hasText("Live");
    return page;
  }

  /** The conversation of an attempt in which the agent said something. */
  private Page begin() throws Exception {
    attempt = board.attempt("Work", "say hello there");
    return conversation(enter());
  }

  private static Locator open(Page page) {
    page.locator(".entry.agent")
        .filter(new Locator.FilterOptions().setHasText("hello there"))
        .locator(".comment-on")
        .click();
    var field = page.locator("#dialog textarea");
    assertThat(field).isFocused();
    return field;
  }

  private static void assertSaid(Page page, String words) {
    assertThat(page.locator("#dialog .said")).containsText(words);
  }

  private static void assertClosed(Page page) {
    assertThat(page.locator("#dialog")).isHidden();
  }

  private Locator drafts(Page page) {
    page.navigate("%s/attempts/%s/review".formatted(address(), attempt));
    assertThat(page.locator(".connection")).hasText("Live");
    return page.locator("#apart-notes .comment .prose");
  }

  @Test
  void what_is_typed_about_a_message_goes_on_after_a_reload_and_in_another_browser()
      throws Exception {
    var page = begin();
    open(page).pressSequentially("Say mo");
    assertSaid(page, "Saved");
    page.reload();
    assertThat(open(page)).hasValue("Say mo");
    page.keyboard().press("Control+End");
    page.keyboard().type("re");
    assertSaid(page, "Saved");

    var other = conversation(enter());
    assertThat(open(other)).hasValue("Say more");
    chromium.assertAccessible(other, "comment on a message");
    Chromium.picture(other, "comment-on-message");
    other.keyboard().press("Control+End");
    other.keyboard().type(", please");
    other.keyboard().press("Control+Enter");
    assertClosed(other);
    assertThat(drafts(other)).hasText("Say more, please");
    assertThat(other.locator("#send-bar")).containsText("1 comment on 1 message");
  }

  @Test
  void each_of_several_messages_in_a_row_can_be_commented_on() throws Exception {
    attempt = board.attempt("Work", "say first\nsay hello there");
    var page = conversation(enter());

    open(page).pressSequentially("Say more");

    assertThat(page.locator("#dialog .quoted")).hasText("hello there");
    assertSaid(page, "Saved");
    page.keyboard().press("Escape");
    assertClosed(page);
  }

  @Test
  void a_comment_on_a_message_that_is_closed_stays_and_one_that_is_emptied_goes() throws Exception {
    var page = begin();
    open(page).pressSequentially("Say more");
    page.keyboard().press("Escape");
    assertClosed(page);
    assertThat(page.locator(".toast")).containsText("Draft kept. It goes to the agent");
    assertThat(open(page)).hasValue("Say more");
    // why there: the focus is not in the field then
    page.locator("#dialog p.quiet").click();
    page.keyboard().press("Escape");
    assertClosed(page);
    page.locator(".toast button").click();
    assertThat(page.locator("#apart-notes .comment .prose")).hasText("Say more");

    conversation(page);
    open(page).fill("");
    page.locator("#dialog").getByLabel("Close").click();
    assertClosed(page);
    assertThat(page.locator(".toast")).hasCount(0);
    assertThat(drafts(page)).hasCount(0);
  }

  @Test
  void a_comment_on_a_message_is_kept_whose_window_goes_right_after_the_last_letter()
      throws Exception {
    var page = begin();
    var other = chromium.tab(page);
    open(page).pressSequentially("Say more");
    page.close();

    conversation(other);
    assertThat(open(other)).hasValue("Say more");
    assertThat(drafts(other)).hasText("Say more");
  }

  @Test
  void a_comment_on_a_message_that_the_server_does_not_take_stays_open_and_is_kept()
      throws Exception {
    var page = begin();
    page.route("**/comments", route -> route.abort());
    open(page).pressSequentially("Say more");
    assertSaid(page, "cannot be reached");
    page.keyboard().press("Escape");
    assertThat(page.locator("#dialog")).isVisible();

    page.reload();
    page.unroute("**/comments");
    assertThat(open(page)).hasValue("Say more");
    assertSaid(page, "Saved");
    assertThat(drafts(page)).hasText("Say more");
    chromium.forgive();
  }

  @Test
  void closing_a_comment_on_a_message_overwrites_nothing_that_another_window_wrote()
      throws Exception {
    var page = begin();
    open(page).pressSequentially("Say more");
    page.keyboard().press("Control+Enter");
    assertClosed(page);
    open(page);
    var other = conversation(chromium.tab(page));
    open(other).fill("Say less");
    other.keyboard().press("Control+Enter");
    assertClosed(other);

    page.bringToFront();
    page.locator("#dialog textarea").fill("Say nothing");
    assertSaid(page, "changed in another window; there it says: Say less");
    page.keyboard().press("Escape");
    assertClosed(page);

    assertThat(open(page)).hasValue("Say nothing");
    assertSaid(page, "changed in another window; there it says: Say less");
    page.keyboard().press("Control+Enter");
    assertClosed(page);
    assertThat(drafts(page)).hasText("Say nothing");
    // why: the browser calls an answer with status 409 an error
    chromium.forgive();
  }

  @Test
  void without_scripts_a_comment_on_a_message_goes_on_too() throws Exception {
    attempt = board.attempt("Work", "say hello there");
    var page = chromium.page(Chromium.wide().setJavaScriptEnabled(false));
    page.navigate(address() + "/?token=" + board.token());
    for (var text : new String[] {"Say more", "Say less"}) {
      page.navigate(conversation());
      page.locator(".entry.agent .comment-on").first().click();
      page.locator("#comment-text").fill(text);
      page.locator("[data-main]").click();
      assertThat(page.locator(".conversation")).isVisible();
    }
    page.navigate("%s/attempts/%s/review".formatted(address(), attempt));
    assertThat(page.locator("#apart-notes .comment .prose")).hasText("Say less");
  }
}
