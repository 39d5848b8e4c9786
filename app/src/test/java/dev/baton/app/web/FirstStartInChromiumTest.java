package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import dev.baton.app.BoardFixture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A board without any project, and its first repository. */
class FirstStartInChromiumTest extends InChromium {
  @Override
  @BeforeEach
  void open() throws Exception {
    board = BoardFixture.withCoreToolsOnly(directory);
  }

  @Test
  void what_is_at_a_path_is_said_while_it_is_typed() {
    var page = enter();
    assertThat(page.locator(".found").first()).containsText(Pattern.compile("Git\\s*2\\."));
    var repository = board.repository().toString();
    var said = page.locator("#path-said");
    page.locator("#path").pressSequentially(repository.substring(0, repository.length() - 1));
    assertThat(said).containsText("There is no directory");
    assertThat(said).hasClass("quiet");
    page.locator("#path").pressSequentially(repository.substring(repository.length() - 1));
    assertThat(said).hasText("Git repository, branch main. The project gets the name repo.");
    assertThat(said.locator(".s-check")).isVisible();
    Chromium.picture(page, "path-looked-at");
    page.locator("#path").fill(board.repository().resolveSibling("").toString());
    assertThat(said).containsText("is not a git repository");
  }

  @Test
  void the_first_repository_leads_to_its_board_and_everybody_can_make_a_task() {
    var other = enter();
    var page = enter();
    page.route(
        "**/projects",
        route -> {
          var answer = route.fetch(new Route.FetchOptions().setMaxRedirects(0));
          assertThat(other.locator("#columns")).isVisible();
          // why: what somebody does on a board that the next page replaces would be lost
          assertThat(page.locator("#columns")).isHidden();
          route.fulfill(new Route.FulfillOptions().setResponse(answer));
        });
    assertThat(page.locator(".begin")).containsText("baton import vibe-kanban");
    page.locator("#path").fill(board.repository().toString());
    page.keyboard().press("Enter");
    assertThat(page.locator("#columns")).isVisible();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("The first task");
    words(page, "Create").click();

    assertThat(card(page, "todo", "The first task")).isVisible();
    assertThat(page.locator(".connection")).hasText("Live");
    assertThat(card(other, "todo", "The first task")).isVisible();
    other.keyboard().press("c");
    assertThat(other.getByLabel("Title")).isVisible();
    assertThat(other.locator("#project-menu")).containsText("repo");
  }

  @Test
  void why_a_path_was_refused_stays_until_another_is_typed() {
    var page = enter();
    page.locator("#path").fill(board.repository().toString());
    page.keyboard().press("Enter");
    assertThat(page.locator("#columns")).isVisible();
    page.navigate(address() + "/projects/new");
    page.locator("#path").fill(board.repository().toString());
    page.keyboard().press("Enter");
    var said = page.locator("#path-said");
    assertThat(said).containsText("already");
    assertThat(words(page, "Go to repo")).isVisible();
    page.waitForResponse("**/projects/look", () -> page.locator("#path").dispatchEvent("input"));
    assertThat(said).containsText("already");

    page.locator("#path").pressSequentially("/nothing");
    assertThat(said).containsText("There is no directory");
    // why: the browser calls an answer with status 422 an error
    chromium.forgive();
  }
}
