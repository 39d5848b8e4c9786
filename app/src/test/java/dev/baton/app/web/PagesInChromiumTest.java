package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What holds for every page. */
class PagesInChromiumTest extends OnOneBoard {
  @Test
  void the_text_of_an_agent_does_nothing() throws Exception {
    var attempt =
        board.start(
            "<img src=x onerror=alert(1)>",
            "say <script>document.title='taken'</script> <img src=x onerror=alert(1)>");
    var page = enter();
    page.navigate(address() + "/tasks/" + attempt.path("task_id").asString(""));

    assertThat(page.getByText("<script>").first()).isVisible();
    assertThat(page).hasTitle(Pattern.compile(".*Baton"));
    assertThat(page.locator("img[onerror]")).hasCount(0);
  }

  @Test
  void no_page_keeps_anybody_out() throws Exception {
    var asks = board.start("Asks", "say hello\nask may I?\nsay done");
    board.attempt("Failed", "exit 3");
    board.attempt("Finished", "write c.txt C");
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = enter(chromium.page(size));
      var task = asks.path("task_id").asString("");
      for (var place :
          List.of(
              "/",
              "/?state=failed&q=x",
              "/projects/" + board.project(),
              "/tasks/new?project=" + board.project(),
              "/tasks/" + task,
              "/needs-you",
              "/workflows",
              "/workflows/deliver_task",
              "/projects/new",
              "/insights",
              "/insights?days=7&project=" + board.project(),
              "/health",
              "/keys",
              "/tasks/none")) {
        page.navigate(address() + place);
        chromium.assertAccessible(page, place);
      }
      // why: the browser calls an answer with status 404 an error
      chromium.forgive();
    }
  }

  @Test
  void without_scripts_pages_are_read_and_forms_are_sent() {
    var page = chromium.page(Chromium.wide().setJavaScriptEnabled(false));
    page.navigate(address() + "/?token=" + board.token());
    page.locator("[data-key=new]").click();
    page.getByLabel("Title").fill("By form alone");
    words(page, "Create").click();

    assertThat(card(page, "todo", "By form alone")).isVisible();
  }
}
