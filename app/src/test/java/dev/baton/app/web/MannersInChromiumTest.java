package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.baton.mcp.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a page says when something is in the way; what was typed stays. */
class MannersInChromiumTest extends OnOneBoard {
  private static final double SMALLEST_TARGET = 43.9;

  /** What is pressed with a finger and smaller than a finger needs, except words inside of text. */
  private static final String TOO_SMALL =
      """
      (least) => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden]), textarea")]
        .filter((it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map((it) => [it, (it.closest("label") ?? it).getBoundingClientRect()])
        .filter(([it, box]) => box.width > 1 && box.height > 1 && !it.closest(".prose, .skip, pre, .lead, turbo-frame:not([complete])") && getComputedStyle(it, "::after").position !== "absolute")
        .filter(([, box]) => box.height < least)
        .map(([it, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${it.outerHTML.slice(0, 120)}`)
      """;

  private static final int TWO_LINES = 40;

  /** Whether the first letter stands to the right of the last one. */
  private static final String READ_FROM_THE_RIGHT =
      """
      (element) => {
        const text = element.firstChild;
        const left = (at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().left;
        };
        return left(0) > left(text.textContent.trimEnd().length - 1);
      }
      """;

  @Test
  void a_task_that_is_deleted_under_somebody_who_types_leaves_the_words() throws Exception {
    var attempt = board.attempt("Goes away", "say hello");
    var task = taskOf(attempt);
    var page = enter();
    page.navigate(address() + "/tasks/" + task);
    page.getByLabel("Follow-up").fill("Half a thought");
    board.client().call("delete_task", Json.object().put("task_id", task));

    assertThat(page.locator("#notice"))
        .hasText(
            Pattern.compile(
                "Somebody deleted it at .* UTC\\. What you typed is still here: copy it\\."));
    assertThat(page.getByLabel("Follow-up")).hasValue("Half a thought");
    page.locator(".composer [data-main]").click();
    assertThat(page.locator("h1")).hasText("It is not here");
    assertThat(page.locator("#typed-prompt")).hasValue("Half a thought");
    Chromium.picture(page, "deleted");
    // why: the browser calls an answer with status 404 an error
    chromium.forgive();
  }

  @Test
  void an_attempt_that_is_deleted_under_somebody_who_types_leaves_the_words() throws Exception {
    var first = board.attempt("Loses one", "say hello");
    var task = taskOf(first);
    var again = Json.object().put("task_id", task).put("executor", "FAKE_AGENT");
    var second =
        board
            .client()
            .call("start_task_attempt", again.put("prompt", "say two"))
            .path("attempt_id")
            .asString("");
    board.awaitEnd(second);
    var page = enter();
    page.navigate(address() + "/tasks/" + task);
    assertThat(page.locator(".tile")).hasCount(3);
    page.getByLabel("Follow-up").fill("For the second");
    board.client().call("delete_attempt", Json.object().put("attempt_id", second));

    assertThat(page.locator("#notice")).containsText("What you typed is still here");
    assertThat(page.locator("#follow-up-%s textarea".formatted(second))).hasValue("For the second");
    page.getByLabel("Follow-up").fill("");
    task("So that the page looks again");
    assertThat(page.locator("#follow-up-" + first)).isVisible();
    assertThat(page.locator(".conversation")).hasCount(1);
    assertThat(page.locator("#notice")).isHidden();
    // why: the browser calls an answer with status 404 an error
    chromium.forgive();
  }

  private String taskOf(String attempt) throws Exception {
    return board
        .client()
        .call("get_attempt_status", Json.object().put("attempt_id", attempt))
        .path("task_id")
        .asString("");
  }

  @Test
  void a_cookie_that_is_no_longer_good_costs_no_words() throws Exception {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Half a thought");
    page.context().clearCookies();
    words(page, "Create").click();
    assertThat(page.locator("#new-task .problem")).containsText("Your session has ended");
    assertThat(page.getByLabel("Title")).hasValue("Half a thought");
    assertThat(page.locator("#notice")).containsText("Your session has ended");
    assertThat(page.locator(".connection")).hasText("Session ended");
    Chromium.picture(page, "session-ended");

    enter(chromium.tab(page));
    page.bringToFront();
    assertThat(page.locator("#notice")).isHidden();
    assertThat(page.locator(".connection")).containsText("Live");
    chromium.forgive();
    words(page, "Create").click();
    assertThat(card(page, "todo", "Half a thought")).isVisible();
  }

  @Test
  void a_second_tab_that_comes_in_by_the_link_costs_the_first_one_nothing() throws Exception {
    var page = enter();
    page.navigate(address() + "/tasks/" + task("Open in two tabs"));
    words(page, "Edit").click();
    page.locator("#edit-task [name=title]").fill("Written in the first tab");
    enter(chromium.tab(page));

    words(page, "Save").click();

    assertThat(page.locator(".task-head h1")).containsText("Written in the first tab");
  }

  @Test
  void a_form_that_was_refused_stays_when_something_happens_elsewhere() throws Exception {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Half a title");
    page.getByLabel("Blocked by").fill("#999999");
    words(page, "Create").click();
    assertThat(page.locator("#new-task .problem")).containsText("#999999");
    board.start("Asks elsewhere", "ask may I?\nsay done");
    assertThat(page.locator("#navigation .badge")).isVisible();

    assertThat(page.locator("#new-task .problem")).containsText("#999999");
    assertThat(page.getByLabel("Title")).hasValue("Half a title");
    chromium.forgive();
  }

  @Test
  void figures_of_a_review_stand_there_once_and_as_they_are() throws Exception {
    var attempt = board.attempt("Figures", "write figures.txt one");
    var page = enter();
    page.navigate(address() + "/tasks/" + taskOf(attempt));
    assertThat(page.locator("#parts .added")).hasText("+1");
    board
        .client()
        .call(
            "follow_up",
            Json.object()
                .put("attempt_id", attempt)
                .put("action", "send")
                .put("prompt", "write more.txt two"));

    assertThat(page.locator("#parts .added")).hasText("+2");
    assertThat(page.locator("#parts turbo-frame")).hasCount(1);
  }

  @Test
  void what_is_half_typed_stays_when_news_come() throws Exception {
    var page = enter();
    for (var place : List.of("/tasks/new?project=" + board.project(), "/?q=")) {
      page.navigate(address() + place);
      assertThat(page.locator(".connection")).hasText("Live");
      var field = page.locator("#main input:is([name=title], [name=q])");
      field.fill("Half a thought");
      field.blur();
      page.evaluate(
          "() => { window.renewed = new Promise(seen =>"
              + " document.addEventListener('baton:refreshed', seen, {once: true})); }");
      task("News");
      page.evaluate("() => window.renewed.then(() => true)");
      assertThat(field).hasValue("Half a thought");
    }
  }

  @Test
  void a_task_that_somebody_else_changes_meanwhile_is_not_written_over_in_silence()
      throws Exception {
    var task = task("Both write");
    var page = enter();
    page.navigate("%s/tasks/%s/edit".formatted(address(), task));
    assertThat(page.locator(".connection")).hasText("Live");
    page.locator("#edit-description").fill("mine");
    page.evaluate(
        "() => { window.renewed = new Promise(seen =>"
            + " document.addEventListener('baton:refreshed', seen, {once: true})); }");
    board
        .client()
        .call("update_task", Json.object().put("task_id", task).put("description", "theirs"));
    page.evaluate("() => window.renewed.then(() => true)");

    page.locator("#edit-description").press("Control+Enter");

    assertThat(page.locator("#edit-now")).containsText("theirs");
    assertThat(page.locator("#edit-description")).hasValue("mine");
    assertThat(words(page, "Save over it")).isVisible();
    // why: the browser calls an answer with status 409 an error
    chromium.forgive();
  }

  @Test
  void a_project_that_somebody_else_renames_meanwhile_is_not_renamed_in_silence() {
    var page = enter();
    var other = enter(chromium.page(Chromium.wide()));
    for (var each : List.of(page, other)) {
      each.navigate("%s/projects/%s/settings".formatted(address(), board.project()));
      assertThat(each.locator(".connection")).hasText("Live");
    }
    var name = "#rename input[name=name]";
    other.locator(name).fill("Of the second");
    page.locator(name).fill("Of the first");
    words(page, "Rename").click();
    // why: the page of the second has heard of it before it is sent
    assertThat(other.locator("#project-menu > summary")).hasText("Of the first");
    assertThat(other.locator(name)).hasValue("Of the second");

    words(other, "Rename").click();
    assertThat(other.locator(".settings .problem"))
        .containsText("Somebody else renamed this project to 'Of the first' meanwhile.");
    assertThat(other.locator(name)).hasValue("Of the second");
    words(other, "Rename").click();
    assertThat(page.locator("#project-menu > summary")).hasText("Of the second");
    chromium.forgive();
  }

  @Test
  void titles_that_are_long_or_read_from_the_right_stay_in_shape() throws Exception {
    board.attempt("w".repeat(400), "say hello");
    task("אבג abc");
    var page = enter();
    var title = card(page, "todo", "אבג").locator(".title");
    assertThat(title.evaluate(READ_FROM_THE_RIGHT)).isEqualTo(true);
    title.click();
    assertThat(page.locator(".task-head h1 > .words").evaluate(READ_FROM_THE_RIGHT))
        .isEqualTo(true);

    page.navigate(address() + "/needs-you");
    var endless = page.locator(".waits .what > a", hasText("www"));
    assertThat(endless.boundingBox().height).isLessThanOrEqualTo(TWO_LINES);
    endless.click();
    assertThat(page.locator(".task-head h1 > .words")).isVisible();
    assertThat(page.locator(".task-head h1").boundingBox().height)
        .isLessThanOrEqualTo(TWO_LINES + 8);
    assertThat(page.locator(".task-head h1 > .faint")).isInViewport();
  }

  private static Page.LocatorOptions hasText(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }

  @Test
  void the_chosen_attempt_does_not_push_the_strip_aside() throws Exception {
    var first = board.attempt("Strip", "say one");
    var again = Json.object().put("task_id", taskOf(first)).put("executor", "FAKE_AGENT");
    for (var attempts = 1; attempts < 4; attempts++) {
      var next = board.client().call("start_task_attempt", again.put("prompt", "say more"));
      board.awaitEnd(next.path("attempt_id").asString(""));
    }
    var page = enter();
    page.setViewportSize(700, 800);
    page.navigate(address() + "/tasks/" + taskOf(first));
    assertThat(page.locator(".connection")).hasText("Live");

    assertThat(page.evaluate("document.querySelector('.strip').scrollWidth > innerWidth"))
        .isEqualTo(true);
    assertThat(page.evaluate("document.querySelector('.strip').scrollLeft")).isEqualTo(0);
  }

  @Test
  void every_key_of_the_list_does_what_it_says() throws Exception {
    task("First");
    task("Second");
    var page = enter();
    var keys = page.keyboard();
    keys.press("?");
    for (var word : List.of("Search", "Between cards", "Move at once", "Viewed", "Deny")) {
      assertThat(page.locator("dialog[open]")).containsText(word);
    }
    keys.press("Escape");
    keys.press("/");
    assertThat(page.locator("#search")).isFocused();
    page.locator("#search").evaluate("field => field.blur()");
    for (var key : List.of("h", "j", "k", "l", "ArrowLeft", "ArrowDown")) {
      keys.press(key);
      assertThat(page.locator(".card .title:focus")).hasCount(1);
    }
    keys.press("m");
    assertThat(page.locator("#card-menu")).isVisible();
    keys.press("Escape");
    assertThat(page.locator("#card-menu")).isHidden();
    keys.press("c");
    assertThat(page.getByLabel("Title")).isFocused();
    keys.type("Kept");
    keys.press("Escape");
    assertThat(page.locator("dialog[open]")).hasCount(0);
    keys.press("c");
    assertThat(page.getByLabel("Title")).hasValue("Kept");
    page.getByLabel("Title").fill("");
    keys.press("Escape");
    page.locator("#project-menu > summary").press("Enter");
    assertThat(page.locator("#project-menu")).hasAttribute("open", "");
    keys.press("Escape");
    assertThat(page.locator("#project-menu > summary")).isFocused();
    assertThat(page.locator("#project-menu li").first()).isHidden();
    var places = List.of("gi:/needs-you", "gw:/workflows", "gs:/insights", "gb:/", "gi:/needs-you");
    for (var place : places) {
      keys.press(place.substring(0, 1));
      keys.press(place.substring(1, 2));
      page.waitForURL(address() + place.substring(3));
    }
    keys.press("/");
    assertThat(page.locator("#search")).isFocused();
  }

  @Test
  void a_dialog_opens_that_is_asked_for_while_another_one_closes() {
    var page = enter();
    page.keyboard().press("c");
    assertThat(page.getByLabel("Title")).isFocused();

    page.evaluate(
        "() => { document.querySelector('dialog').close();"
            + " document.querySelector('[data-key=new]').click(); }");

    assertThat(page.locator("dialog[open]")).hasCount(1);
    assertThat(page.getByLabel("Title")).isFocused();
  }

  @Test
  void on_a_phone_everything_that_is_pressed_is_as_large_as_a_finger() throws Exception {
    var attempt = board.attempt("Finger", "write finger.txt one");
    board.start("Asks a finger", "say hello\nask may I?\nsay done");
    var page = enter(chromium.page(Chromium.phone()));
    var found = new ArrayList<String>();
    for (var place :
        List.of(
            "/",
            "/needs-you",
            "/tasks/" + taskOf(attempt),
            "/tasks/" + taskOf(attempt) + "?view=task",
            "/attempts/%s/review".formatted(attempt),
            "/tasks/new?project=" + board.project(),
            "/workflows",
            "/insights")) {
      page.navigate(address() + place);
      assertThat(page.locator(".connection")).hasText("Live");
      tooSmall(page).forEach(it -> found.add(place + " " + it));
      Chromium.picture(page, "phone" + place.replaceAll("[^a-z]+", "-"));
    }
    assertThat(found).isEmpty();
  }

  @SuppressWarnings("unchecked")
  private static List<String> tooSmall(Page page) {
    return (List<String>) page.evaluate(TOO_SMALL, SMALLEST_TARGET);
  }
}
