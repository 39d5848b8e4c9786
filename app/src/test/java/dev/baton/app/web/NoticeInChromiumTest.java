package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The browser's own notices, graphs of tasks and pauses, as people see them. */
class NoticeInChromiumTest extends InChromium {
  private static final String SHOWN =
      """
      async () => {
        const found = [];
        for (const it of await navigator.serviceWorker.getRegistrations())
          for (const notice of await it.getNotifications()) found.push(notice.title + ' | ' + notice.body);
        return found.length ? found.join('\\n') : null;
      }
      """;

  private void fail(String title) throws Exception {
    var start = Json.object().put("task_id", task(title)).put("executor", "FAKE_AGENT");
    start.put("prompt", "exit 3");
    assertThat(board.client().call("start_task_attempt", start)).isNotNull();
  }

  @Test
  void a_browser_notifies_once_it_was_asked_and_only_while_it_is_not_seen() throws Exception {
    var page = chromium.page(Chromium.wide());
    page.context().grantPermissions(List.of("notifications"));
    page.addInitScript(
        "Object.defineProperty(document, 'visibilityState',"
            + " { get: () => (window.isAway ? 'hidden' : 'visible') })");
    enter(page);
    page.navigate(address() + "/needs-you");
    page.getByText("Notify me").click();
    assertThat(page.locator("[data-bell-target=ask]")).hasText("Notify me no more");

    fail("Seen");
    assertThat(page.locator("#waits")).containsText("Seen");
    assertThat(page.evaluate(SHOWN)).isNull();
    chromium.assertAccessible(page, "needs you with notices");

    page.evaluate("() => { window.isAway = true; }");
    fail("Missed");
    page.waitForCondition(() -> page.evaluate(SHOWN) != null);
    var shown = String.valueOf(page.evaluate(SHOWN));
    assertThat(shown).contains("test #2 Missed | Fake Agent failed after").doesNotContain("Seen");
    Chromium.picture(page, "needs-you");
  }

  @Test
  void the_page_of_a_task_shows_its_graph_and_the_board_its_form() throws Exception {
    task("Lay the pipes");
    var second = waiting("Dig a trench", "#1");
    waiting("Turn the water on", "#2");
    waiting("Water the garden", "#3");
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = enter(chromium.page(size));
      page.navigate(address() + "/tasks/" + second + "?view=task");
      assertThat(page.locator("#waiting")).containsText("Turn the water on");
      chromium.assertAccessible(page, "graph");
      Chromium.picture(page, "graph-" + page.viewportSize().width);
      page.navigate(address() + "/projects/" + board.project() + "/auto-start");
      assertThat(page.getByLabel("How many run at a time")).hasValue("1");
      chromium.assertAccessible(page, "how tasks are taken");
      Chromium.picture(page, "pull-" + page.viewportSize().width);
    }
  }

  private String waiting(String title, String blocker) throws Exception {
    var task = Json.object().put("project_id", board.project()).put("title", title);
    task.putArray("blocked_by").add(blocker);
    return board.client().call("create_task", task).path("task_id").asString("");
  }

  @Test
  void a_hidden_tab_is_silent_while_another_is_seen() throws Exception {
    var page = chromium.page(Chromium.wide());
    page.context().grantPermissions(List.of("notifications"));
    page.context()
        .addInitScript(
            "Object.defineProperty(document, 'visibilityState',"
                + " { get: () => (window.isAway ? 'hidden' : 'visible') })");
    enter(page);
    page.navigate(address() + "/needs-you");
    page.getByText("Notify me").click();
    assertThat(page.locator("[data-bell-target=ask]")).hasText("Notify me no more");
    var other = enter(chromium.tab(page));
    page.evaluate("() => { window.isAway = true; }");

    fail("Seen there");
    assertThat(other.locator("#announcements")).containsText("Seen there. Fake Agent failed after");
    other.evaluate("() => { window.isAway = true; }");
    fail("Missed");

    page.waitForCondition(() -> page.evaluate(SHOWN) != null);
    assertThat(String.valueOf(page.evaluate(SHOWN)))
        .contains("Missed")
        .doesNotContain("Seen there");
  }
}
