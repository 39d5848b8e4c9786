package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The board in a real browser, with a real server and an agent that does what it is told. */
@Tag("slow")
abstract class InChromium {
  /** More presses of a key than any page needs. */
  private static final int MOST_STOPS = 80;

  @RegisterExtension final Chromium chromium = new Chromium();
  @TempDir Path directory;
  BoardFixture board;

  @BeforeEach
  void open() throws Exception {
    board = BoardFixture.in(directory);
  }

  @AfterEach
  void close() throws Exception {
    board.close();
  }

  final String address() {
    return board.url().substring(0, board.url().lastIndexOf('/'));
  }

  /** Comes in by the link. */
  final Page enter(Page page) {
    page.navigate(address() + "/?token=" + board.token());
    assertThat(page.locator(".connection")).hasText("Live");
    return page;
  }

  final Page enter() {
    return enter(chromium.page(Chromium.wide()));
  }

  /** A new task; returns its id. */
  final String task(String title) throws Exception {
    return board
        .client()
        .call("create_task", Json.object().put("project_id", board.project()).put("title", title))
        .path("task_id")
        .asString("");
  }

  static Locator card(Page page, String column, String title) {
    return page.locator("#cards-%s .card".formatted(column))
        .filter(new Locator.FilterOptions().setHasText(title));
  }

  /** A button or a link with exactly these words. */
  static Locator words(Page page, String text) {
    return page.getByText(text, new Page.GetByTextOptions().setExact(true));
  }

  /** Presses Tab until this has the focus, as somebody without a mouse does. */
  static void tabTo(Page page, Locator wanted) {
    for (var stop = 0; stop < MOST_STOPS; stop++) {
      if (Boolean.TRUE.equals(wanted.evaluate("element => element === document.activeElement"))) {
        return;
      }
      page.keyboard().press("Tab");
    }
    assertThat(wanted).isFocused();
  }
}
