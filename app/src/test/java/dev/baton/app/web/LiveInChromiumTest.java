package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.baton.mcp.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Several people and several tabs see the same board, as it is. */
class LiveInChromiumTest extends InChromium {
  @Test
  void what_others_do_appears_and_what_is_typed_stays() throws Exception {
    var page = enter();
    page.locator("#search").pressSequentially("from el");
    var other = enter(chromium.tab(page));

    task("From elsewhere");

    assertThat(card(page, "todo", "From elsewhere")).isVisible();
    assertThat(page.locator("#search")).hasValue("from el");
    other.bringToFront();
    assertThat(card(other, "todo", "From elsewhere")).isVisible();
  }

  @Test
  void the_status_of_a_task_goes_back_and_forth_with_its_agent_unless_somebody_chose_another()
      throws Exception {
    var started = board.start("Follow me", "say done");
    var attempt = started.path("attempt_id").asString("");
    var page = enter();
    page.navigate(address() + "/tasks/" + started.path("task_id").asString(""));
    var status = page.getByLabel("Status");
    assertThat(status).hasValue("inreview");

    tell(attempt, "hang");
    assertThat(status).hasValue("inprogress");
    board.client().call("stop_attempt", Json.object().put("attempt_id", attempt));
    assertThat(status).hasValue("inreview");

    page.getByLabel("Variant").selectOption("PLAN");
    tell(attempt, "say done again");
    assertThat(page.locator(".entry.agent").last()).containsText("done again");
    assertThat(status).hasValue("inreview");
    assertThat(page.getByLabel("Variant")).hasValue("PLAN");
  }

  private void tell(String attempt, String words) throws Exception {
    board
        .client()
        .call(
            "follow_up",
            Json.object().put("attempt_id", attempt).put("action", "send").put("prompt", words));
  }

  @Test
  void two_people_see_what_the_other_moves_and_overwrite_nothing() throws Exception {
    var task = task("Ours");
    var ana = enter();
    var ben = enter();
    ana.keyboard().press("j");
    ana.keyboard().press("Shift+ArrowRight");
    assertThat(card(ben, "inprogress", "Ours")).isVisible();

    for (var page : List.of(ana, ben)) {
      page.navigate(address() + "/tasks/" + task);
      page.locator("#task-text").getByText("Edit").click();
    }
    ana.getByLabel("Description").fill("What Ana wants");
    ben.getByLabel("Description").fill("What Ben wants");
    words(ana, "Save").click();
    assertThat(ana.locator("#task-text .prose")).hasText("What Ana wants");
    assertThat(ben.getByLabel("Description")).hasValue("What Ben wants");
    words(ben, "Save").click();

    assertThat(ben.locator("#task-text .problem")).containsText("Somebody else changed this task");
    assertThat(ben.locator("#edit-now")).containsText("What Ana wants");
    assertThat(ben.getByLabel("Description")).hasValue("What Ben wants");
    assertThat(ana.locator("#task-text .prose")).hasText("What Ana wants");
    // why: the browser calls an answer with status 422 an error
    chromium.forgive();
  }

  @Test
  void what_somebody_else_moves_and_an_agent_that_begins_are_announced() throws Exception {
    var task = task("Ours");
    var ana = enter();
    var ben = enter();
    ana.keyboard().press("j");
    ana.keyboard().press("Shift+ArrowRight");
    assertThat(ben.locator("#announcements")).hasText("Ours moved to In progress");
    assertThat(ana.locator("#announcements")).hasText("Ours moved to In progress, 1 of 1");

    var start = Json.object().put("task_id", task).put("executor", "FAKE_AGENT");
    board.client().call("start_task_attempt", start.put("prompt", "hang"));
    for (var page : List.of(ana, ben)) {
      assertThat(page.locator("#announcements")).hasText("Ours: Running");
    }
  }

  @Test
  void a_task_that_is_archived_while_its_agent_works_is_said_to_be_at_work() throws Exception {
    var start = Json.object().put("task_id", task("Busy")).put("executor", "FAKE_AGENT");
    board.client().call("start_task_attempt", start.put("prompt", "hang"));
    var page = enter();
    var card = card(page, "inprogress", "Busy");
    assertThat(card.locator(".state")).containsText("Running");

    card.locator(".dots").click();
    page.locator("#card-menu").getByText("Archive").click();

    assertThat(page.locator(".toast")).containsText("Busy archived, its agent is still at work");
    page.navigate(address() + "/archive");
    assertThat(page.locator(".lines .line"))
        .containsText("In progress · its agent is still at work");
    chromium.assertAccessible(page, "archive with work in progress");
    Chromium.picture(page, "archive-at-work");
    page.setViewportSize(390, 844);
    Chromium.picture(page, "archive-at-work-phone");
  }

  @Test
  void whoever_goes_to_another_column_while_news_come_sees_them() throws Exception {
    var page = enter();
    page.evaluate(
        "() => { const ask = window.fetch; window.fetch = async (...what) => { const answer = await"
            + " ask(...what); location.hash = '#inreview'; return answer; }; }");

    task("Just now");

    assertThat(card(page, "todo", "Just now")).isVisible();
  }

  @Test
  void a_tab_sees_what_others_heard_while_its_page_was_on_its_way() throws Exception {
    var first = enter();
    var second = chromium.tab(first);
    var isLate = new AtomicBoolean(true);
    second.route(
        url -> url.equals(address() + "/"),
        route -> {
          var page = route.fetch();
          if (isLate.getAndSet(false)) {
            changeMeanwhile(first);
          }
          route.fulfill(new Route.FulfillOptions().setResponse(page));
        });

    second.navigate(address() + "/");
    second.bringToFront();

    assertThat(card(second, "todo", "Meanwhile")).isVisible();
  }

  private void changeMeanwhile(Page listener) {
    try {
      task("Meanwhile");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    listener.bringToFront();
    assertThat(card(listener, "todo", "Meanwhile")).isVisible();
  }

  @Test
  void eight_tabs_load_and_share_one_stream() throws Exception {
    var first = chromium.page(Chromium.wide());
    var streams = streams(first);
    var tabs = new ArrayList<Page>();
    tabs.add(enter(first));
    while (tabs.size() < 8) {
      tabs.add(enter(chromium.tab(first)));
    }

    task("For all");

    for (var tab : tabs) {
      tab.bringToFront();
      assertThat(card(tab, "todo", "For all")).isVisible();
    }
    org.assertj.core.api.Assertions.assertThat(streams).hasValue(1);
  }

  /** How many streams a browser has asked for. */
  private static AtomicInteger streams(Page page) {
    var streams = new AtomicInteger();
    page.context()
        .onRequest(
            request -> {
              if (request.url().contains("/events")) {
                streams.incrementAndGet();
              }
            });
    return streams;
  }

  @Test
  void each_tab_has_a_stream_of_its_own_where_a_browser_has_no_locks() throws Exception {
    var first = chromium.page(Chromium.wide());
    first
        .context()
        .addInitScript("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })");
    var streams = streams(first);
    var tabs = List.of(enter(first), enter(chromium.tab(first)), enter(chromium.tab(first)));

    task("For all");

    for (var tab : tabs) {
      tab.bringToFront();
      assertThat(card(tab, "todo", "For all")).isVisible();
    }
    org.assertj.core.api.Assertions.assertThat(streams).hasValue(3);
  }

  @Test
  void the_card_of_a_running_agent_shows_what_it_says_now() throws Exception {
    var page = enter();
    board.start("Talks", "say the first line\nsleep 3\nsay the second line\nhang");

    assertThat(card(page, "inprogress", "Talks")).containsText("the first line");
    assertThat(card(page, "inprogress", "Talks")).containsText("the second line");
  }

  @Test
  void a_conversation_in_a_hidden_tab_rests_and_loads_once_when_it_is_seen() throws Exception {
    var task = board.start("Talks", "say hello\nhang").path("task_id").asString("");
    var page = chromium.page(Chromium.wide());
    page.addInitScript(
        "Object.defineProperty(document, 'visibilityState',"
            + " { get: () => (window.isAway ? 'hidden' : 'visible') })");
    enter(page);
    page.navigate(address() + "/tasks/" + task);
    assertThat(page.locator(".conversation")).containsText("hello");
    assertThat(page.locator(".connection")).hasText("Live");
    var away =
        "() => { window.asked = 0; const ask = window.fetch; window.fetch = (...what) => {"
            + " if (String(what[0]).includes('after=')) window.asked++; return ask(...what); };"
            + " window.isAway = true; for (let i = 0; i < 5; i++)"
            + " document.dispatchEvent(new CustomEvent('baton:entries', { detail: {} }));"
            + " return window.asked; }";
    org.assertj.core.api.Assertions.assertThat(page.evaluate(away)).isEqualTo(0);

    page.evaluate(
        "() => { window.isAway = false; document.dispatchEvent(new Event('visibilitychange')); }");

    page.waitForCondition(() -> page.evaluate("window.asked").equals(1));
  }
}
