package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import dev.baton.app.BoardFixture;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server that is killed while somebody types, and comes back. */
@Tag("slow")
class CutOffInChromiumTest {
  private static final ContainsTextOptions PATIENTLY = new ContainsTextOptions().setTimeout(60_000);

  @RegisterExtension final Chromium chromium = new Chromium();
  @TempDir Path directory;
  private Program server;
  private JsonNode where;
  private int port;

  private Program serve(int port) {
    return Program.baton(
        "serve", "--port", String.valueOf(port), "--json", "--data-dir", directory + "/data");
  }

  @BeforeEach
  void open() throws Exception {
    server = serve(0);
    where = Json.parseObject(server.line());
    port = URI.create(where.path("url").asString("")).getPort();
  }

  /** After the browser, whose pages would complain about a server that is gone. */
  @AfterEach
  void close() throws Exception {
    server.close();
  }

  /** A board with a repository. */
  private Page enter() throws Exception {
    var repository = BoardFixture.makeRepository(directory.resolve("repo"));
    var page = chromium.page(Chromium.wide());
    page.navigate(
        "http://127.0.0.1:%d/?token=%s".formatted(port, where.path("token").asString("")));
    page.locator("#path").fill(repository.toString());
    page.keyboard().press("Enter");
    assertThat(page.locator("#columns")).isVisible();
    assertThat(page.locator(".connection")).hasText("Live");
    return page;
  }

  @Test
  void a_page_says_that_it_is_cut_off_keeps_what_is_typed_and_catches_up() throws Exception {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Half a tit");
    server.kill();

    assertThat(page.locator(".connection")).containsText("Reconnecting…");
    page.getByLabel("Title").press("End");
    page.keyboard().type("le");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator("#new-task .problem")).containsText("The server cannot be reached");
    assertThat(page.locator(".connection"))
        .containsText(Pattern.compile("Cut off since .*, showing what was known"), PATIENTLY);
    assertThat(page.getByLabel("Title")).hasValue("Half a title");
    server.close();

    server = serve(port);
    server.line();
    assertThat(page.locator(".connection")).containsText("Live, caught up", PATIENTLY);
    assertThat(page.locator("#new-task .problem"))
        .hasText("The server is back. This was not sent: send it again.");
    assertThat(page.getByLabel("Title")).hasValue("Half a title");
    // why: a server that is away makes every browser complain; from here on it is there
    chromium.forgive();
    InChromium.words(page, "Create").click();
    assertThat(page.locator("#cards-todo")).containsText("Half a title");
  }

  @Test
  void a_card_that_is_moved_while_the_server_is_away_goes_back_and_says_so_until_it_is_there()
      throws Exception {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Move me");
    InChromium.words(page, "Create").click();
    var card = InChromium.card(page, "todo", "Move me");
    assertThat(card).isVisible();
    server.kill();
    assertThat(page.locator(".connection")).containsText("Reconnecting…");

    var from = card.boundingBox();
    var to = page.locator("#cards-inreview").boundingBox();
    page.mouse().move(from.x + 40, from.y + 12);
    page.mouse().down();
    page.mouse().move(to.x + 40, to.y + 20, new Mouse.MoveOptions().setSteps(8));
    assertThat(InChromium.card(page, "inreview", "Move me")).isVisible();
    page.mouse().up();

    var sentence = "The server cannot be reached. Nothing was changed; try again when the page";
    assertThat(card.locator(".problem")).containsText(sentence);
    assertThat(InChromium.card(page, "inreview", "Move me")).hasCount(0);
    card.locator(".problem").evaluate("it => it.remove()");
    page.keyboard().press("Shift+ArrowRight");
    assertThat(card.locator(".problem")).containsText(sentence);
    assertThat(card.locator(".title")).isFocused();
    assertThat(card.locator(".problem .s-failed"))
        .hasCSS("mask-image", Pattern.compile("url\\(\"data:image/svg.*"));

    server.close();
    server = serve(port);
    server.line();
    assertThat(page.locator(".connection")).containsText("Live", PATIENTLY);
    assertThat(page.locator(".card .problem")).hasCount(0);
    chromium.forgive();
  }

  @Test
  void a_phone_that_shows_a_task_is_told_too() throws Exception {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Work");
    page.getByLabel("Description").fill("write b.txt one");
    page.keyboard().press("Control+Enter");
    InChromium.card(page, "inreview", "Work").locator(".title").click();
    assertThat(page.locator(".task-head")).isVisible();
    page.setViewportSize(390, 844);
    assertThat(page.locator(".connection")).isHidden();
    for (var button : page.locator(".task-head > .acts summary.button").all()) {
      assertThat(button.boundingBox().width).isGreaterThanOrEqualTo(44);
    }

    server.kill();

    assertThat(page.locator(".connection")).containsText("Cut off since", PATIENTLY);
    assertThat(page.locator(".connection")).isInViewport();
    var bar = page.locator("header.bar").boundingBox();
    assertThat(page.locator(".task-top").boundingBox().y)
        .isGreaterThanOrEqualTo(bar.y + bar.height);
    chromium.forgive();
  }

  @Test
  void comments_are_neither_lost_nor_sent_twice_by_a_server_that_is_killed() throws Exception {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Work");
    page.getByLabel("Description").fill("write b.txt one");
    page.keyboard().press("Control+Enter");
    InChromium.card(page, "inreview", "Work").locator(".title").click();
    page.locator("[data-key=review]").click();
    line(page).click();
    page.keyboard().type("Remark one");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".comment .prose")).hasText("Remark one");

    line(page).click();
    server.kill();
    page.keyboard().type("Remark two");
    assertThat(page.locator(".writing .said")).containsText("cannot be reached");
    server.close();
    server = serve(port);
    server.line();
    assertThat(page.locator(".writing .said")).containsText("Saved", PATIENTLY);
    page.keyboard().press("Control+Enter");
    assertThat(page.locator("#send-bar")).containsText("2 comments on 1 file");

    page.getByLabel("A word in front").fill("say I look at them");
    page.keyboard().press("Control+Enter");
    server.kill();
    server.close();
    server = serve(port);
    server.line();
    assertThat(page.locator(".connection")).containsText("Live", PATIENTLY);
    page.reload();
    if (page.locator("#send-bar").isVisible()) {
      assertThat(page.getByLabel("A word in front")).hasValue("say I look at them");
      page.locator("#send-bar [data-main]").click();
      // why: who goes on before the message is taken may not have sent it
      assertThat(page.locator("#sent")).isVisible();
    }
    page.locator("[data-key=conversation]").click();
    assertThat(page.locator("#main")).containsText("I look at them", PATIENTLY);
    assertThat(page.locator(".entry.you").filter(with("Remark one"))).hasCount(1);
    assertThat(page.locator(".entry.you").filter(with("Remark two"))).hasCount(1);
    assertThat(page.locator("#strip .tile[aria-current]")).containsText("Completed", PATIENTLY);
    chromium.forgive();
  }

  @Test
  void a_comment_on_a_message_is_saved_when_the_server_that_was_killed_is_back() throws Exception {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("Work");
    page.getByLabel("Description").fill("say hello there");
    page.keyboard().press("Control+Enter");
    InChromium.card(page, "inreview", "Work").locator(".title").click();
    page.locator(".entry.agent .comment-on").first().click();
    assertThat(page.locator("#dialog textarea")).isFocused();
    page.keyboard().type("Say");
    server.kill();
    page.keyboard().type(" more");
    assertThat(page.locator("#dialog .said")).containsText("cannot be reached");
    server.close();
    server = serve(port);
    server.line();

    assertThat(page.locator("#dialog .said")).containsText("Saved", PATIENTLY);
    assertThat(page.locator("#dialog textarea")).hasValue("Say more");
    page.reload();
    page.locator("[data-key=review]").click();
    assertThat(page.locator("#apart-notes .comment .prose")).hasText("Say more");
    chromium.forgive();
  }

  private static Locator line(Page page) {
    return page.locator("section.file .l[data-n='1'] > i").first();
  }

  private static Locator.FilterOptions with(String words) {
    return new Locator.FilterOptions().setHasText(words);
  }
}
