package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.baton.mcp.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cards that are moved and counted. */
class BoardInChromiumTest extends InChromium {
  @Test
  void a_card_moves_by_keys_and_by_its_menu_and_the_move_is_announced() throws Exception {
    move(task("There before"), "inprogress");
    task("Move me");
    var page = enter();

    page.keyboard().press("j");
    assertThat(card(page, "todo", "Move me").locator(".title")).isFocused();
    page.keyboard().press("Shift+ArrowRight");
    assertThat(card(page, "inprogress", "Move me")).isVisible();
    assertThat(page.locator("#announcements")).hasText("Move me moved to In progress, 1 of 2");
    assertThat(card(page, "inprogress", "Move me").locator(".title")).isFocused();
    page.keyboard().press("Shift+ArrowDown");
    assertThat(page.locator("#announcements")).hasText("Move me moved to In progress, 2 of 2");

    page.keyboard().press("m");
    page.locator("#card-menu").getByText("Move to Done").click();
    assertThat(card(page, "done", "Move me")).isVisible();
    page.locator(".toast").getByText("Undo").click();
    assertThat(card(page, "inprogress", "Move me")).isVisible();
  }

  @Test
  void no_key_is_lost_that_comes_before_the_last_move_is_seen() throws Exception {
    for (var title : List.of("Fourth", "Third", "Second", "First")) {
      task(title);
    }
    var page = enter();
    page.keyboard().press("j");
    var titles = page.locator("#cards-todo .title");
    var first = titles.first().textContent();
    assertThat(titles.first()).isFocused();

    for (int times = 0; times < 3; times++) {
      page.keyboard().press("Shift+ArrowDown");
    }

    assertThat(titles.last()).hasText(first);
  }

  @Test
  void a_menu_stays_open_that_was_opened_before_the_last_move_is_seen() throws Exception {
    task("Move me");
    var page = enter();
    page.keyboard().press("j");
    var held = new ArrayList<Route>();
    page.route(address() + "/", held::add);
    page.keyboard().press("Shift+ArrowRight");
    page.waitForCondition(() -> !held.isEmpty());

    page.keyboard().press("m");
    assertThat(page.locator("#card-menu")).isVisible();
    page.unroute(address() + "/");
    held.forEach(Route::resume);

    assertThat(card(page, "inprogress", "Move me")).isVisible();
    page.locator("#card-menu").getByText("Move to Done").click();
    assertThat(card(page, "done", "Move me")).isVisible();
  }

  @Test
  void what_the_menu_says_of_a_deleted_card_is_a_sentence() throws Exception {
    var task = task("Gone");
    task("There");
    var page = enter();
    card(page, "todo", "Gone").locator(".dots").click();
    board.client().call("delete_task", Json.object().put("task_id", task));
    assertThat(page.locator("#cards-todo .card")).hasCount(1);

    page.locator("#card-menu").getByText("Move to Done").click();

    assertThat(page.locator("#notice")).containsText("Somebody deleted “Gone” meanwhile");
  }

  private void move(String task, String status) throws Exception {
    board.client().call("update_task", Json.object().put("task_id", task).put("status", status));
  }

  @Test
  void a_card_is_dragged_into_another_column() throws Exception {
    task("Drag me");
    var page = enter();
    var from = card(page, "todo", "Drag me").boundingBox();
    var to = page.locator("#cards-inreview").boundingBox();
    page.mouse().move(from.x + 40, from.y + 12);
    page.mouse().down();
    page.mouse().move(to.x + 40, to.y + 20, new Mouse.MoveOptions().setSteps(8));
    assertThat(card(page, "inreview", "Drag me")).isVisible();
    page.mouse().up();
    assertThat(card(page, "inreview", "Drag me")).isVisible();
    assertThat(page.locator("#announcements")).hasText("Drag me moved to In review, 1 of 1");
    page.reload();
    assertThat(card(page, "inreview", "Drag me")).isVisible();
  }

  @Test
  void a_drag_that_the_server_refuses_puts_the_card_back_with_the_reason() throws Exception {
    var neighbour = task("Neighbour");
    move(neighbour, "inprogress");
    task("Drag me");
    var page = enter();
    var from = card(page, "todo", "Drag me").boundingBox();
    var to = card(page, "inprogress", "Neighbour").boundingBox();
    page.mouse().move(from.x + 40, from.y + 12);
    page.mouse().down();
    page.mouse().move(to.x + 40, to.y + 6, new Mouse.MoveOptions().setSteps(8));
    assertThat(card(page, "inprogress", "Drag me")).isVisible();
    move(neighbour, "done");
    page.mouse().up();

    assertThat(card(page, "todo", "Drag me").locator(".problem")).isVisible();
    assertThat(card(page, "inprogress", "Drag me")).hasCount(0);
    assertThat(page.locator("#announcements")).not().isEmpty();
    // why: the browser calls an answer with status 409 an error
    chromium.forgive();
  }

  @Test
  void a_card_that_is_deleted_under_the_hand_that_drags_it_goes_with_a_sentence() throws Exception {
    var task = task("Drag me");
    var page = enter();
    var from = card(page, "todo", "Drag me").boundingBox();
    var to = page.locator("#cards-inprogress").boundingBox();
    page.mouse().move(from.x + 40, from.y + 12);
    page.mouse().down();
    page.mouse().move(to.x + 40, to.y + 6, new Mouse.MoveOptions().setSteps(8));
    assertThat(card(page, "inprogress", "Drag me")).isVisible();
    board.client().call("delete_task", Json.object().put("task_id", task));
    page.mouse().up();

    var sentence = "Somebody deleted “Drag me” meanwhile: nothing was moved.";
    assertThat(page.locator("#notice")).hasText(sentence);
    assertThat(page.locator("#announcements")).isEmpty();
    assertThat(page.locator(".card")).hasCount(0);
    task("So that the page looks again");
    assertThat(card(page, "todo", "So that the page looks again")).isVisible();
    assertThat(page.locator("#notice")).hasText(sentence);
    page.keyboard().press("j");
    assertThat(page.locator("#notice")).isHidden();
    // why: the browser calls an answer with status 404 an error
    chromium.forgive();
  }

  @Test
  void the_keys_are_listed_and_no_key_acts_while_one_types() throws Exception {
    task("Any");
    var page = enter();
    page.keyboard().press("?");
    assertThat(page.locator("dialog[open]")).containsText("Move at once");
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog[open]")).hasCount(0);
    assertThat(page.locator(".search kbd")).isVisible();
    page.keyboard().press("/");
    page.keyboard().type("c?jm");
    assertThat(page.locator(".search kbd")).isHidden();
    assertThat(page.locator("#search")).hasValue("c?jm");
    assertThat(page.locator("dialog[open]")).hasCount(0);
  }

  @Test
  void a_board_of_ten_thousand_tasks_is_small() throws Exception {
    for (var status : List.of("todo", "inprogress", "inreview", "done")) {
      move(task("Task in " + status), status);
    }
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("data/baton.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          """
          with recursive n(i) as (select 1 union all select i + 1 from n where i < 2499)
          insert into board_task (id, project_id, number, title, description, status, priority,
            position, created_at, updated_at)
          select printf('%08x-0000-7000-8000-%012x', t.number, n.i), t.project_id,
            10 * n.i + t.number, t.title || ' ' || n.i, t.description, t.status, t.priority,
            t.position || printf('%06d', n.i), t.created_at, t.updated_at
          from board_task t cross join n
          """);
    }
    var page = enter();

    assertThat(page.locator("#todo .count")).hasText("2500");
    assertThat(page.locator("#todo .more")).hasText("Show 50 more");
    assertThat((Integer) page.evaluate("document.querySelectorAll('*').length")).isLessThan(2_000);
    try (var visitor = new PageVisitor(board)) {
      assertThat(visitor.read("/").getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(150_000);
    }
    page.locator("#search").fill("todo 1234");
    page.keyboard().press("Enter");
    assertThat(page.locator(".card")).hasCount(1);
    assertThat(page.locator("#todo .count")).hasText("1");
  }

  @Test
  void clearing_what_is_done_can_be_undone() throws Exception {
    move(task("Finished"), "done");
    move(task("Finished, too"), "done");
    var page = enter();

    words(page, "Archive all").click();

    assertThat(page.locator(".toast")).containsText("2 tasks archived");
    assertThat(page.locator("#cards-done .card")).hasCount(0);
    page.keyboard().press("u");
    assertThat(page.locator("#cards-done .card")).hasCount(2);
  }

  @Test
  void a_card_moves_inside_its_column_by_clicks() throws Exception {
    for (var title : List.of("Third", "Second", "First")) {
      task(title);
    }
    var page = enter();
    var titles = page.locator("#cards-todo .title");
    var before = titles.allTextContents();
    var last = before.getLast();

    shift(page, last, "Up");
    assertThat(titles.nth(1)).hasText(last);
    shift(page, last, "Down");
    assertThat(titles.nth(2)).hasText(last);
    shift(page, last, "To the top");
    assertThat(titles.nth(0)).hasText(last);
    shift(page, last, "To the bottom");
    assertThat(titles.nth(2)).hasText(last);

    card(page, "todo", last).locator(".dots").click();
    assertThat(page.locator("#card-menu [data-spot=down]")).isDisabled();
    assertThat(page.locator("#card-menu [data-spot=up]")).isEnabled();
    page.keyboard().press("/");
    assertThat(page.locator("#search")).isFocused();
    assertThat(page.locator("#card-menu")).isHidden();
  }

  @Test
  void tab_closes_the_menu_of_a_card_and_goes_on_from_the_card() throws Exception {
    task("Below");
    task("Above");
    var page = enter();
    card(page, "todo", "Above").locator(".title").focus();
    page.keyboard().press("m");
    assertThat(page.locator("#card-menu")).isVisible();

    page.keyboard().press("Tab");

    assertThat(page.locator("#card-menu")).isHidden();
    assertThat(card(page, "todo", "Above").locator(".dots")).isFocused();
  }

  private static void shift(Page page, String title, String where) {
    card(page, "todo", title).locator(".dots").click();
    page.locator("#card-menu")
        .getByText(where, new Locator.GetByTextOptions().setExact(true))
        .click();
    assertThat(page.locator("#announcements")).containsText(title + " moved to To do");
    page.locator("#announcements").evaluate("it => (it.textContent = '')");
  }

  @Test
  void an_undo_that_the_server_refuses_is_said() throws Exception {
    var task = task("Archive me");
    var page = enter();
    card(page, "todo", "Archive me").locator(".dots").click();
    page.locator("#card-menu").getByText("Archive").click();
    assertThat(page.locator(".toast")).containsText("Archive me archived");
    board.client().call("delete_task", Json.object().put("task_id", task));

    page.locator(".toast").getByText("Undo").click();

    assertThat(page.locator("#notice")).containsText("Somebody deleted “Archive me” meanwhile");
    // why: the browser calls an answer with status 404 an error
    chromium.forgive();
  }

  @Test
  void an_undo_does_not_take_back_what_somebody_else_did_after_the_move() throws Exception {
    var task = task("Move me");
    var page = enter();
    card(page, "todo", "Move me").locator(".dots").click();
    page.locator("#card-menu").getByText("Move to In review").click();
    assertThat(page.locator(".toast")).containsText("Move me moved to In review");
    move(task, "done");
    assertThat(card(page, "done", "Move me")).isVisible();

    page.locator(".toast").getByText("Undo").click();

    assertThat(card(page, "done", "Move me").locator(".problem"))
        .hasText(
            "This task was moved again meanwhile, so it stays where it is. Move it by hand if it"
                + " shall stand elsewhere.");
    assertThat(card(page, "todo", "Move me")).hasCount(0);
    // why: the browser calls an answer with status 409 an error
    chromium.forgive();
  }
}
