package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The board in a real browser, with a real server and an agent that does what it is told. */
@Tag("slow")
class BoardInChromiumTest {
  @TempDir Path directory;
  private Chromium chromium;
  private BoardFixture board;

  @BeforeEach
  void open() throws Exception {
    chromium = Chromium.open();
    board = BoardFixture.in(directory);
  }

  @AfterEach
  void close() throws Exception {
    if (board != null) {
      board.close();
    }
    if (chromium != null) {
      chromium.close();
    }
  }

  private String address() {
    return board.url().substring(0, board.url().lastIndexOf('/'));
  }

  /** Comes in by the link. */
  private Page enter(Page page) throws Exception {
    page.navigate(address() + "/?token=" + board.token());
    assertThat(page.locator(".connection")).hasText("Live");
    return page;
  }

  private static Locator card(Page page, String column, String title) {
    return page.locator("#cards-%s .card".formatted(column))
        .filter(new Locator.FilterOptions().setHasText(title));
  }

  @Test
  void a_task_is_made_started_answered_and_reaches_review_while_the_page_is_watched()
      throws Exception {
    var page = enter(chromium.page(Chromium.wide()));
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Fix the test");
    page.getByLabel("Description").fill("say I look at it\nask run the tests\nwrite b.txt B");
    page.getByLabel("Variant of Fake Agent").selectOption("APPROVALS");
    page.keyboard().press("Control+Enter");
    assertThat(card(page, "inprogress", "Fix the test")).containsText("Needs you");

    card(page, "inprogress", "Fix the test").locator(".title").click();
    assertThat(page.locator("#main")).containsText("I look at it");
    page.getByText("Approve", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(page.locator("#main")).containsText("Completed");

    page.getByPlaceholder("Write a follow-up").fill("say once more");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator("#main")).containsText("once more");
    page.getByText("Board").first().click();
    assertThat(card(page, "inreview", "Fix the test")).containsText("Ready for review");
    chromium.assertQuiet();
  }

  @Test
  void a_card_moves_by_keys_and_by_its_menu_and_the_move_is_announced() throws Exception {
    board
        .client()
        .call(
            "create_task",
            Json.object().put("project_id", board.project()).put("title", "Move me"));
    var page = enter(chromium.page(Chromium.wide()));

    page.keyboard().press("j");
    assertThat(card(page, "todo", "Move me").locator(".title")).isFocused();
    page.keyboard().press("Shift+ArrowRight");
    assertThat(card(page, "inprogress", "Move me")).isVisible();
    assertThat(page.locator("#announcements")).containsText("Move me moved to In progress");
    assertThat(card(page, "inprogress", "Move me").locator(".title")).isFocused();

    page.keyboard().press("m");
    page.locator("#card-menu").getByText("Move to Done").click();
    assertThat(card(page, "done", "Move me")).isVisible();
    page.locator(".toast").getByText("Undo").click();
    assertThat(card(page, "inprogress", "Move me")).isVisible();
    chromium.assertQuiet();
  }

  @Test
  void what_others_do_appears_and_what_is_typed_stays() throws Exception {
    var page = enter(chromium.page(Chromium.wide()));
    page.locator("#search").pressSequentially("half typ");
    var other = chromium.tab(page);
    enter(other);

    board
        .client()
        .call(
            "create_task",
            Json.object().put("project_id", board.project()).put("title", "From elsewhere"));

    assertThat(card(page, "todo", "From elsewhere")).isVisible();
    assertThat(page.locator("#search")).hasValue("half typ");
    other.bringToFront();
    assertThat(card(other, "todo", "From elsewhere")).isVisible();
    chromium.assertQuiet();
  }

  @Test
  void the_text_of_an_agent_does_nothing() throws Exception {
    var attempt =
        board.start(
            "<img src=x onerror=alert(1)>",
            "say <script>document.title='taken'</script> <img src=x onerror=alert(1)>");
    var page = enter(chromium.page(Chromium.wide()));
    page.navigate(address() + "/tasks/" + attempt.path("task_id").asString(""));

    assertThat(page.getByText("<script>").first()).isVisible();
    assertThat(page).hasTitle(Pattern.compile(".*Baton"));
    assertThat(page.locator("img[onerror]")).hasCount(0);
    chromium.assertQuiet();
  }

  @Test
  void no_page_keeps_anybody_out() throws Exception {
    var asks = board.start("Asks", "say hello\nask may I?\nsay done");
    board.attempt("Failed", "exit 3");
    board.attempt("Finished", "write c.txt C");
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = chromium.page(size);
      enter(page);
      var task = asks.path("task_id").asString("");
      for (var place :
          List.of(
              "/",
              "/projects/" + board.project(),
              "/tasks/new?project=" + board.project(),
              "/tasks/" + task,
              "/needs-you",
              "/workflows",
              "/workflows/deliver_task",
              "/projects/new",
              "/tasks/none")) {
        page.navigate(address() + place);
        chromium.assertAccessible(page, place);
      }
    }
  }

  @Test
  void without_scripts_pages_are_read_and_forms_are_sent() throws Exception {
    var page = chromium.page(Chromium.wide().setJavaScriptEnabled(false));
    page.navigate(address() + "/?token=" + board.token());
    page.locator("[data-key=new]").click();
    page.getByLabel("Title").fill("By form alone");
    page.getByText("Create", new Page.GetByTextOptions().setExact(true)).click();

    assertThat(card(page, "todo", "By form alone")).isVisible();
  }
}
