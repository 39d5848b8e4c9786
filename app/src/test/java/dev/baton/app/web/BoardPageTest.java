package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The board, over HTTP. */
class BoardPageTest extends OnPages {
  private static final Pattern STYLE_SHEET =
      Pattern.compile("<link rel=\"stylesheet\" href=\"([^\"]+)\"");
  private static final int MORE_THAN_A_COLUMN_SHOWS = 55;

  private String task(String project, String title) throws Exception {
    return board
        .client()
        .call("create_task", Json.object().put("project_id", project).put("title", title))
        .path("task_id")
        .asString("");
  }

  private void move(String task, String status) throws Exception {
    board.client().call("update_task", Json.object().put("task_id", task).put("status", status));
  }

  @Test
  void a_filter_finds_cards_below_those_that_a_column_shows() throws Exception {
    board.attempt("Broken long ago", "exit 3");
    var status =
        board
            .client()
            .call("list_tasks", Json.object().put("project_id", board.project()))
            .path("tasks")
            .path(0)
            .path("status")
            .asString("");
    for (var i = 0; i < MORE_THAN_A_COLUMN_SHOWS; i++) {
      move(task(board.project(), "Above " + i), status);
    }

    assertThat(browser.read("/"))
        .doesNotContain("Broken long ago")
        .contains("Show 6 more", "<span class=\"count\">56</span>");
    assertThat(browser.read("/?state=failed&agent=FAKE_AGENT"))
        .contains("Broken long ago", "<span class=\"count\">1</span>")
        .contains("href=\"/?state=failed\"", "href=\"/?agent=FAKE_AGENT\"")
        .doesNotContain("Above", "Show 6 more");
    assertThat(browser.read("/?state=completed")).contains("No task fits.");
    assertThat(browser.read("/?agent=CODEX")).contains("No task fits.");
    assertThat(browser.read("/?state=idle")).contains("<span class=\"count\">55</span>");
  }

  @Test
  void a_column_shows_fifty_more_cards_at_a_time_and_the_others_stay_as_they_are()
      throws Exception {
    for (var i = 0; i < 103; i++) {
      task(board.project(), "To do " + i);
    }
    for (var i = 0; i < 51; i++) {
      move(task(board.project(), "Dropped " + i), "cancelled");
    }

    assertThat(browser.read("/"))
        .contains("href=\"/?todo=100#todo\"", ">Show 50 more</a>")
        .contains("href=\"/?cancelled=50#cancelled\"", ">Show 50</a>")
        .contains("To do 53<")
        .doesNotContain("To do 52<", "Dropped 50<");
    assertThat(browser.read("/?todo=100&cancelled=50"))
        .contains("href=\"/?todo=150&amp;cancelled=50#todo\"", ">Show 3 more</a>")
        .contains("href=\"/?todo=100&amp;cancelled=100#cancelled\"", ">Show 1 more</a>")
        .contains("To do 3<", "Dropped 1<")
        .doesNotContain("To do 2<", "Dropped 0<");
    assertThat(browser.read("/?todo=150&cancelled=100"))
        .contains("To do 0<", "Dropped 0<")
        .doesNotContain(">Show ");
    assertThat(browser.read("/?todo=7&cancelled=many"))
        .contains(">Show 50 more</a>", ">Show 50</a>");
  }

  @Test
  void a_column_in_which_nothing_fits_says_so_and_where_something_does() throws Exception {
    task(board.project(), "Apple");
    move(task(board.project(), "Pear"), "done");
    move(task(board.project(), "Apple and pear"), "cancelled");

    assertThat(browser.read("/?q=pear"))
        .containsPattern(
            "id=\"cards-todo\"[^>]*>\\s*</ul>\\s*<p class=\"none\">Nothing fits here, 1 in Done, 1"
                + " in Cancelled</p>")
        .doesNotContain("Nothing to do");
    assertThat(browser.read("/?q=plum")).contains("No task fits.").doesNotContain("Nothing fits");
    assertThat(browser.read("/")).contains("Nothing in review").doesNotContain("Nothing fits");
  }

  @Test
  void how_many_cards_a_column_shows_stays_while_filters_change() throws Exception {
    task(board.project(), "One");

    assertThat(browser.read("/?q=One&state=idle&todo=100"))
        .contains("<input type=\"hidden\" name=\"todo\" value=\"100\">")
        .contains("href=\"/?q=One&amp;todo=100\"")
        .contains("href=\"/?todo=100\">Clear the filter</a>");
    assertThat(browser.read("/?todo=100")).doesNotContain("Clear the filter");
  }

  @Test
  void a_task_whose_agent_does_not_start_is_made_once() throws Exception {
    var refused =
        browser.post(
            "/tasks",
            "project",
            board.project(),
            "title",
            "Twice",
            "start",
            "1",
            "executor",
            "NOBODY");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("The task is made, and no agent was started", "NOBODY", "It is #1 on the board")
        .doesNotContain("name=\"title\"");
    assertThat(browser.read("/"))
        .contains("<span class=\"count\">1</span>")
        .doesNotContain("<span class=\"count\">2</span>");
  }

  @Test
  void a_form_without_a_project_comes_back_with_what_was_typed() throws Exception {
    var refused = browser.post("/tasks", "project", "none", "title", "Where to");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("Choose the project that the task is for.", "Where to");
  }

  private String otherProject() throws Exception {
    var repository = BoardFixture.makeRepository(directory.resolve("other"));
    var request = Json.object().put("name", "other");
    request.putArray("repos").addObject().put("path", repository.toString());
    return board.client().call("create_project", request).path("project_id").asString("");
  }

  @Test
  void a_new_task_over_all_projects_asks_for_its_project() throws Exception {
    assertThat(browser.read("/tasks/new")).doesNotContain("<select class=\"field\" id=\"project\"");
    var other = otherProject();

    assertThat(browser.read("/tasks/new"))
        .contains("<select class=\"field\" id=\"project\"", ">other</option>");
    assertThat(browser.read("/tasks/new?project=" + other))
        .contains("New task in other")
        .doesNotContain("id=\"project\"");
  }

  @Test
  void a_card_over_all_projects_has_room_for_the_beginning_of_a_long_name() throws Exception {
    task(board.project(), "Here");
    var name = "🛒".repeat(30);
    board
        .client()
        .call("rename_project", Json.object().put("project_id", board.project()).put("name", name));

    assertThat(browser.read("/")).contains("<p class=\"meta\">" + "🛒".repeat(20) + "…#1 ·");
  }

  @Test
  void the_board_of_all_projects_is_filtered_by_project() throws Exception {
    var other = otherProject();
    task(board.project(), "Here");
    task(other, "There");

    assertThat(browser.read("/"))
        .contains("Here", "There", "id=\"filter-project\"", "test#1 · No agent yet", "other#1 ·")
        .contains("href=\"/tasks/new\"")
        .doesNotContain("href=\"/tasks/new?project");
    assertThat(browser.read("/?project=" + other))
        .contains("There", "Project: other")
        .doesNotContain(">Here<");
    assertThat(browser.read("/projects/" + other))
        .contains("There", "\">#1 · No agent yet", "href=\"/tasks/new?project=" + other + "\"")
        .doesNotContain(">Here<", "id=\"filter-project\"");
  }

  @Test
  void a_search_is_kept_while_filters_change_and_nothing_typed_is_trusted() throws Exception {
    task(board.project(), "One");
    assertThat(browser.read("/?q=%3Cb%3E&label=%3Ci%3E&state=nonsense"))
        .contains("Label: &lt;i&gt;", "href=\"/?q=%3Cb%3E&amp;state=nonsense\"")
        .doesNotContain("Label: <i>");
  }

  @Test
  void a_filter_that_means_nothing_lets_nothing_through() throws Exception {
    task(board.project(), "One");

    for (var filter : List.of("state=nonsense", "priority=nonsense", "project=nonsense")) {
      assertThat(browser.read("/?" + filter)).contains("No task fits.", "nonsense");
    }
  }

  @Test
  void a_form_that_is_sent_twice_makes_one_task() throws Exception {
    var fields = List.of("project", board.project(), "title", "Once", "request_id", "the same");

    for (var time = 0; time < 2; time++) {
      assertThat(browser.post("/tasks", fields.toArray(String[]::new)).statusCode()).isEqualTo(303);
    }

    assertThat(browser.read("/tasks/new")).contains("name=\"request_id\" value=\"");
    var other =
        browser.post("/tasks", "project", board.project(), "title", "B", "request_id", "the same");
    assertThat(other.statusCode()).isEqualTo(422);
    assertThat(other.body()).contains("This form was sent before, with other words. Look at");
    assertThat(browser.read("/")).contains("#1 ·").doesNotContain("#2 ·");
  }

  @Test
  void a_form_that_cannot_be_read_is_refused() throws Exception {
    assertThat(browser.postText("/tasks", "title=%zz").statusCode()).isEqualTo(400);
  }

  @Test
  void what_is_wrong_with_a_field_is_said_in_the_words_of_the_form() throws Exception {
    var blank = browser.post("/tasks", "project", board.project(), "title", " ");
    var label =
        browser.post("/tasks", "project", board.project(), "title", "T", "labels", "x".repeat(80));
    var path = browser.post("/projects", "path", "/nowhere/at/all");

    assertThat(blank.body()).contains("The title is blank.");
    assertThat(label.body()).contains("One of the labels has 80 characters");
    assertThat(path.body())
        .contains("There is no directory /nowhere/at/all. Look at how the path is written.");
  }

  @Test
  void the_files_of_a_page_are_kept_for_ever_and_those_of_another_version_are_asked_for_again()
      throws Exception {
    var ours = first(STYLE_SHEET, browser.read("/"));

    var kept = browser.get(ours);
    var old = browser.get(ours.replaceFirst("/assets/[^/]+/", "/assets/another/"));

    assertThat(kept.headers().allValues("Cache-Control"))
        .containsExactly("public, max-age=31536000, immutable");
    assertThat(old.headers().allValues("Cache-Control")).containsExactly("no-cache");
    assertThat(old.body()).isEqualTo(kept.body());
  }

  @Test
  void the_keys_are_a_page_of_their_own() throws Exception {
    assertThat(browser.read("/keys")).contains("Keyboard", "Move at once", "Deny with a reason");
  }
}
