package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Names, labels, priorities and archives, over HTTP. */
class ProjectPagesTest extends OnPages {
  private String settings() {
    return "/projects/%s/settings".formatted(board.project());
  }

  private JsonNode task(String title, String... labels) throws Exception {
    var request = Json.object().put("project_id", board.project()).put("title", title);
    request.set("labels", Json.strings(List.of(labels)));
    return board.client().call("create_task", request);
  }

  private static String id(JsonNode task) {
    return task.path("task_id").asString("");
  }

  private JsonNode read(JsonNode task) throws Exception {
    return board.client().call("get_task", Json.object().put("task_id", id(task)));
  }

  @Test
  void a_project_gets_another_name_and_its_labels_other_names_and_colours() throws Exception {
    task("Work", "web");
    assertThat(browser.read("/projects/" + board.project())).contains(settings());

    assertThat(browser.post("/projects/%s/rename".formatted(board.project()), "name", "Shop"))
        .extracting(answer -> answer.statusCode())
        .isEqualTo(303);
    var labels = "/projects/%s/labels".formatted(board.project());
    assertThat(browser.post(labels, "label", "web", "name", "site", "colour", "teal").statusCode())
        .isEqualTo(303);

    assertThat(browser.read(settings()))
        .contains("value=\"Shop\"", "value=\"site\"", "c-teal", "1 task");
    var refused = browser.post(labels, "label", "site", "name", "", "colour", "teal");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("The new name is blank");
    var foreign = browser.post(labels, "label", "site", "name", "site", "colour", "pink");
    assertThat(foreign.statusCode()).isEqualTo(422);
    assertThat(foreign.body()).contains("'pink' means nothing here as colour");
    var blank = browser.post("/projects/%s/rename".formatted(board.project()), "name", " ");
    assertThat(blank.statusCode()).isEqualTo(422);
    assertThat(blank.body()).contains("name is blank").doesNotContain("Repeat the call");
  }

  @Test
  void what_somebody_else_changed_meanwhile_is_not_overwritten_in_silence() throws Exception {
    task("Work", "web");
    var rename = "/projects/%s/rename".formatted(board.project());
    var labels = "/projects/%s/labels".formatted(board.project());
    browser.post(rename, "name", "Shop");

    var late = browser.post(rename, "seen", "Store", "name", "Market");
    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(late.body())
        .contains("renamed this project to 'Shop' meanwhile", "value=\"Market\"")
        .contains("name=\"seen\" value=\"Shop\"");
    assertThat(browser.post(rename, "seen", "Shop", "name", "Market").statusCode()).isEqualTo(303);

    browser.post(labels, "label", "web", "name", "web", "colour", "teal");
    browser.post(labels, "label", "web", "name", "site", "colour", "grey", "seen_colour", "grey");
    assertThat(browser.read(settings())).contains("value=\"site\"", "c-teal");
    var gone = browser.post(labels, "label", "web", "name", "net", "colour", "teal");
    assertThat(gone.statusCode()).isEqualTo(422);
    assertThat(gone.body()).contains("class=\"problem\"", "'web'");
  }

  @Test
  void an_archived_project_is_put_back_from_the_archive() throws Exception {
    var archive = "/projects/%s/archive".formatted(board.project());
    assertThat(browser.post(archive).statusCode()).isEqualTo(303);

    assertThat(browser.read("/archive")).contains(archive, "Put back");
    assertThat(browser.post(archive, "archived", "perhaps").statusCode()).isEqualTo(409);
    assertThat(browser.post(archive, "archived", "false").statusCode()).isEqualTo(303);
    assertThat(browser.read("/archive")).doesNotContain(archive);
  }

  @Test
  void archived_tasks_are_listed_searched_and_put_back() throws Exception {
    var task = task("Old work");
    browser.post("/tasks/%s/archive".formatted(id(task)));

    assertThat(browser.read("/archive")).contains("Old work", "#1");
    assertThat(browser.read("/archive?q=nothing")).contains("No archived task fits.");
    assertThat(browser.read("/archive?q=%231")).contains("Old work");
    var back =
        browser.post(
            "/tasks/%s/archive".formatted(id(task)), "archived", "false", "back", "/archive");
    assertThat(back.headers().firstValue("Location")).contains("/archive");
    assertThat(browser.read("/archive")).contains("No task is archived.");
  }

  @Test
  void a_label_with_a_comma_stays_one_label() throws Exception {
    var task = task("Work", "red, or blue", "web");
    var form = browser.read("/tasks/%s/edit".formatted(id(task)));
    assertThat(form).contains("value=\"&#34;red, or blue&#34;, web\"");
    var seen = form.replaceAll("(?s).*name=\"seen\" value=\"([^\"]+)\".*", "$1");

    var saved =
        browser.post(
            "/tasks/%s/edit".formatted(id(task)),
            "seen",
            seen,
            "title",
            "Work",
            "labels",
            "\"red, or blue\", web",
            "priority",
            "urgent");

    assertThat(saved.statusCode()).as(saved.body()).isEqualTo(303);
    assertThat(read(task).path("labels").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrder("red, or blue", "web");
    assertThat(read(task).path("priority").asString("")).isEqualTo("urgent");
  }

  @Test
  void a_priority_is_set_shown_and_filtered_by() throws Exception {
    browser.post("/tasks", "project", board.project(), "title", "Soon", "priority", "high");
    browser.post("/tasks", "project", board.project(), "title", "Later", "priority", "normal");

    assertThat(browser.read("/")).contains("<b class=\"priority high\">High</b>", "#1 · ");
    assertThat(browser.read("/?priority=high"))
        .contains("Soon", "Priority: High")
        .doesNotContain(">Later<");
    var refused =
        browser.post("/tasks", "project", board.project(), "title", "X", "priority", "soonest");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("There is no priority 'soonest'");
  }

  @Test
  void a_task_is_found_by_its_number_in_addresses_and_in_the_search() throws Exception {
    var first = task("First");
    task("Second");

    for (var address : List.of("/tasks/%%231", "/tasks/1", "/projects/%s/tasks/%%231")) {
      var answer = browser.get(address.formatted(board.project()));
      assertThat(answer.headers().firstValue("Location")).contains("/tasks/" + id(first));
    }
    assertThat(browser.read("/?q=%231")).contains("First").doesNotContain(">Second<");
    var none = browser.get("/tasks/%2377");
    assertThat(none.statusCode()).isEqualTo(404);
    assertThat(none.body()).contains("There is no task '#77'").doesNotContain("list_tasks");
  }

  @Test
  void every_page_of_a_task_is_found_by_its_number_with_what_was_asked_of_it() throws Exception {
    board
        .client()
        .call(
            "rename_project",
            Json.object().put("project_id", board.project()).put("name", "Lädchen & Co"));
    var first = task("First");
    var page = "/tasks/" + id(first);

    for (var more :
        List.of("", "?view=changes&q=a%26b", "/edit", "/attempts/new", "/compare?a=1")) {
      for (var name : List.of("%231", "1", "L%C3%A4dchen%20&%20Co%231")) {
        var answer = browser.get("/tasks/" + name + more);
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location")).contains(page + more);
      }
    }
    assertThat(
            browser.get("/projects/%s/tasks/1?view=changes".formatted(board.project())).headers())
        .extracting(headers -> headers.firstValue("Location").orElse(""))
        .isEqualTo(page + "?view=changes");
    assertThat(browser.get("/tasks/%2377/edit").body()).contains("There is no task '#77'");
    assertThat(browser.get("/tasks/nothing/edit").statusCode()).isEqualTo(404);
    assertThat(browser.post("/tasks/%231/archive", "archived", "true").statusCode()).isEqualTo(303);
    assertThat(read(first).path("archived").asBoolean()).isTrue();
  }

  @Test
  void what_was_typed_for_a_deleted_task_is_shown_to_be_copied() throws Exception {
    var started = board.start("Work", "say hi");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              browser.post("/attempts/%s/stop".formatted(started.path("attempt_id").asString("")));
              browser.post("/tasks/%s/delete".formatted(id(started)));
              return browser.get("/tasks/" + id(started)).statusCode();
            },
            status -> status == 404);

    var refused =
        browser.post(
            "/attempts/%s/follow-ups".formatted(started.path("attempt_id").asString("")),
            "prompt",
            "Keep my words");

    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(refused.body())
        .contains("Somebody deleted it at ", "Your text is kept: copy it", "Keep my words");
    assertThat(browser.get("/tasks/" + id(started)).body()).contains("Somebody deleted it at ");
  }

  @Test
  void one_attempt_is_deleted_and_the_other_stays() throws Exception {
    var started = board.start("Work", "write a.txt hello");
    var task = id(started);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> read(started).path("has_in_progress_attempt").asBoolean(), it -> !it);
    var page = browser.read("/tasks/" + task);
    assertThat(page).contains("Delete attempt 1…");

    var deleted =
        browser.post("/attempts/%s/delete".formatted(started.path("attempt_id").asString("")));

    assertThat(deleted.statusCode()).as(deleted.body()).isEqualTo(303);
    assertThat(browser.read(deleted.headers().firstValue("Location").orElseThrow()))
        .contains("The work as it was before stays in git under", "Nobody has begun yet.");
  }

  @Test
  void values_that_no_form_sends_are_refused() throws Exception {
    var task = task("Work");
    var move = "/tasks/%s/move".formatted(id(task));
    var refused = browser.post(move, "status", "done", "before", "nobody");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("'nobody' means nothing here as before");
    assertThat(browser.post("/tasks/archive-done", "project", "all").statusCode()).isEqualTo(409);
    assertThat(read(task).path("status").asString("")).isEqualTo("todo");
  }

  @Test
  void a_colour_that_somebody_else_chose_meanwhile_is_not_overwritten_in_silence()
      throws Exception {
    browser.post("/tasks", "project", board.project(), "title", "Work", "labels", "web");
    var address = "/projects/%s/labels".formatted(board.project());
    var colour =
        browser
            .read("/projects/%s/settings".formatted(board.project()))
            .replaceAll("(?s).*name=\"seen_colour\" value=\"([^\"]+)\".*", "$1");
    browser.post(address, "label", "web", "seen_colour", colour, "name", "web", "colour", "purple");

    var overtaken =
        browser.post(
            address, "label", "web", "seen_colour", colour, "name", "net", "colour", "green");

    assertThat(overtaken.statusCode()).isEqualTo(409);
    assertThat(overtaken.body())
        .contains("Somebody else gave this label the colour purple meanwhile.")
        .contains("name=\"seen_colour\" value=\"purple\"", "value=\"net\"")
        .contains("value=\"green\" selected");
    assertThat(browser.read("/projects/%s/settings".formatted(board.project())))
        .contains("value=\"purple\" selected");
  }

  @Test
  void the_only_project_that_is_archived_is_found_again() throws Exception {
    var project = board.project();
    var path = board.repository().toString();
    var taken = browser.post("/projects", "path", path);
    assertThat(taken.statusCode()).isEqualTo(422);
    assertThat(taken.body()).contains("href=\"/projects/%s\">Go to test</a>".formatted(project));

    browser.post("/projects/%s/archive".formatted(project));
    assertThat(browser.read("/")).contains("Add a repository to begin", "href=\"/archive\"");
    var archived = browser.post("/projects", "path", path);
    assertThat(archived.statusCode()).isEqualTo(422);
    assertThat(archived.body())
        .contains("is in the archived project", "Put it back from the archive</a>")
        .contains("Make a second project over it");

    var second = browser.post("/projects", "path", path, "shared", "1");
    assertThat(second.statusCode()).as(second.body()).isEqualTo(303);
  }

  @Test
  void a_project_older_than_the_menu_is_long_has_its_board() throws Exception {
    var repo = board.repository().toString();
    for (var number = 0; number < 200; number++) {
      var request = Json.object().put("name", "Younger " + number).put("allow_shared", true);
      request.putArray("repos").addObject().put("path", repo);
      board.client().call("create_project", request);
    }

    assertThat(browser.read("/projects/" + board.project())).contains("Board of test");
    assertThat(browser.read("/insights?project=" + board.project())).contains("test");
    browser.post("/projects/%s/archive".formatted(board.project()));
    assertThat(browser.get("/projects/" + board.project()).statusCode()).isEqualTo(404);
  }
}
