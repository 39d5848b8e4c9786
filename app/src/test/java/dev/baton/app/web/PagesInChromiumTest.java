package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.baton.mcp.protocol.Json;
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
              "/tasks/" + task + "?view=raw",
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
        assertThat(page.locator("h1").first()).isAttached();
        assertFits(page, place);
        chromium.assertAccessible(page, place);
      }
      // why: the browser calls an answer with status 404 an error
      chromium.forgive();
    }
  }

  @Test
  void nor_does_the_page_at_the_door() {
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = chromium.page(size);
      page.navigate(address() + "/");
      assertFits(page, "the door");
      chromium.assertAccessible(page, "the door");
    }
    // why: the browser calls an answer with status 401 an error
    chromium.forgive();
  }

  @Test
  void a_token_at_the_door_leads_to_the_page_that_was_asked_for() throws Exception {
    var task = task("Asked for");
    var page = chromium.page(Chromium.wide());
    page.navigate(address() + "/tasks/" + task);
    page.getByLabel("Token").fill("wrong");
    page.keyboard().press("Enter");
    assertThat(page.locator("#unknown-token")).isVisible();

    page.getByLabel("Token").fill(board.token());
    page.keyboard().press("Enter");

    assertThat(page).hasURL(address() + "/tasks/" + task);
    assertThat(page.locator("h1").first()).containsText("Asked for");
    // why: the browser calls an answer with status 401 an error
    chromium.forgive();
  }

  @Test
  void no_form_keeps_anybody_out() throws Exception {
    var attempt = board.attempt("Forms", "write forms.txt one");
    var task = taskOf(attempt);
    var labels = Json.object().put("task_id", task);
    labels.set("labels", Json.strings(List.of("web")));
    board.client().call("update_task", labels);
    board.client().call("archive_task", Json.object().put("task_id", task("Archived")));
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = enter(chromium.page(size));
      for (var place :
          List.of(
              "/archive",
              "/projects/%s/settings".formatted(board.project()),
              "/projects/%s/auto-start".formatted(board.project()),
              "/tasks/%s/edit".formatted(task),
              "/tasks/%s/attempts/new".formatted(task),
              "/tasks/%s?view=task".formatted(task),
              "/attempts/%s/merge".formatted(attempt),
              "/attempts/%s/pull-request".formatted(attempt),
              "/attempts/%s/turns/0/retry".formatted(attempt))) {
        page.navigate(address() + place);
        assertThat(page.locator("h1").first()).isAttached();
        assertFits(page, place);
        chromium.assertAccessible(page, place);
      }
    }
  }

  @Test
  void nor_does_a_workflow_that_waits_for_somebody() throws Exception {
    var run = deliver("write delivered.txt one");
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = enter(chromium.page(size));
      page.navigate("%s/workflows/runs/%s".formatted(address(), run));
      assertThat(page.locator("#resume textarea")).isVisible();
      assertThat(page.locator("#left-merge .consent")).isVisible();
      assertFits(page, "a run");
      chromium.assertAccessible(page, "a run");

      page.locator(".page details").evaluateAll("all => all.forEach(it => it.open = true)");
      assertFits(page, "a run with all that it has");
      chromium.assertAccessible(page, "a run with all that it has");
    }
  }

  /** Lets a workflow have a task done, until somebody has to say how it goes on. */
  private String deliver(String script) throws Exception {
    return board
        .client()
        .call(
            "run_deliver_task",
            Json.object()
                .put("project_id", board.project())
                .put("title", "Deliver")
                .put("description", script)
                .put("executor", "FAKE_AGENT"))
        .path("task_id")
        .asString("");
  }

  /** Nobody has to scroll sideways to read a page. */
  private static void assertFits(Page page, String place) {
    assertThat(page.evaluate("document.documentElement.scrollWidth <= screen.width"))
        .as(place + " fits")
        .isEqualTo(true);
  }

  @Test
  void nothing_that_opens_on_a_page_keeps_anybody_out() throws Exception {
    var attempt = board.attempt("Opens", "write opens.txt one");
    var page = enter();
    page.navigate("%s/tasks/%s".formatted(address(), taskOf(attempt)));
    assertThat(page.locator(".connection")).hasText("Live");
    page.locator("#merge > summary").click();
    page.locator("#move-target > summary").click();
    assertThat(page.locator("#target-branch")).isVisible();
    chromium.assertAccessible(page, "move to another target");
    page.keyboard().press("Escape");
    page.getByText("Retry from here").first().click();
    assertThat(page.locator("dialog #retry")).isVisible();
    chromium.assertAccessible(page, "retry");
    page.keyboard().press("Escape");

    page.navigate(address() + "/");
    card(page, "inreview", "Opens").locator(".title").focus();
    page.keyboard().press("m");
    assertThat(page.locator("#card-menu")).isVisible();
    chromium.assertAccessible(page, "move a card");
    page.keyboard().press("Escape");
    page.keyboard().press("?");
    assertThat(page.locator("dialog[open] .keys")).isVisible();
    chromium.assertAccessible(page, "keys");
  }

  @Test
  void nothing_that_opens_on_a_phone_keeps_anybody_out() throws Exception {
    var task = task("Opens there");
    board
        .client()
        .call(
            "start_task_attempt",
            Json.object()
                .put("task_id", task)
                .put("executor", "FAKE_AGENT")
                .put("variant", "APPROVALS")
                .put("prompt", "ask may I?"));
    var page = enter(chromium.page(Chromium.phone()));
    page.navigate("%s/tasks/%s".formatted(address(), task));
    page.locator(".approval .deny > summary").click();
    assertThat(page.getByLabel("Why not")).isVisible();
    chromium.assertAccessible(page, "deny on the task page");

    page.navigate(address() + "/needs-you");
    page.locator(".waits .deny > summary").last().click();
    assertThat(page.getByLabel("Why, for the agent").last()).isVisible();
    chromium.assertAccessible(page, "deny in Needs you");

    // why so high: a bar that covers half of a button on its way past it is no fault of the button
    page.setViewportSize(390, 6_000);
    page.navigate("%s/insights?project=%s".formatted(address(), board.project()));
    for (var table : page.locator(".as-table > summary").all()) {
      table.click();
    }
    assertThat(page.locator(".as-table[open]")).hasCount(4);
    assertFits(page, "tables");
    chromium.assertAccessible(page, "tables of figures");
  }

  private String taskOf(String attempt) throws Exception {
    return board
        .client()
        .call("get_attempt_status", Json.object().put("attempt_id", attempt))
        .path("task_id")
        .asString("");
  }

  @Test
  void on_a_phone_nothing_is_spread_or_squeezed() throws Exception {
    var attempt = board.attempt("Spread", "write spread.txt one");
    var labelled = Json.object().put("task_id", taskOf(attempt));
    labelled.set("labels", Json.strings(List.of("a-label-of-many-words")));
    board.client().call("update_task", labelled);
    var page = enter(chromium.page(Chromium.phone()));

    page.navigate("%s/attempts/%s/review".formatted(address(), attempt));
    var listed = page.locator(".files li").last().boundingBox();
    assertThat(page.locator(".file").first().boundingBox().y)
        .isLessThan(listed.y + listed.height + 40);

    page.navigate(
        "%s/projects/%s?label=a-label-of-many-words".formatted(address(), board.project()));
    page.locator(".find").tap();
    assertThat(page.locator("#chip-label")).isVisible();
    assertThat(page.locator("#chip-label").boundingBox().height).isLessThan(50);
  }

  @Test
  void the_steps_of_a_run_have_room_on_a_phone() {
    var page = enter(chromium.page(Chromium.phone()));
    page.navigate(address() + "/workflows/triage_failures");
    page.locator("main button.main").click();

    var tool = page.locator(".steps > li > .quiet").filter(hasText("List tasks"));
    assertThat(tool).isVisible();
    assertThat(tool.boundingBox().height).isLessThan(30);
  }

  private static Locator.FilterOptions hasText(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  @Test
  void what_opens_over_a_page_can_be_closed_there_and_only_there() {
    var page = enter();
    for (var place : List.of("/keys", "/tasks/new?project=" + board.project())) {
      page.navigate(address() + place);
      assertThat(page.locator("h1").first()).isVisible();
      assertThat(page.locator("main").getByLabel("Close")).isHidden();
    }
    enter(page);
    page.keyboard().press("?");
    page.locator("dialog").getByLabel("Close").click();
    assertThat(page.locator("dialog[open]")).hasCount(0);
  }

  @Test
  void without_scripts_pages_are_read_and_forms_are_sent() {
    var page = chromium.page(Chromium.wide().setJavaScriptEnabled(false));
    page.navigate(address() + "/?token=" + board.token());
    assertThat(page.locator(".connection")).isHidden();
    page.locator("[data-key=new]").click();
    page.getByLabel("Title").fill("By form alone");
    assertThat(page.getByLabel("Close")).isHidden();
    words(page, "Create").click();

    assertThat(card(page, "todo", "By form alone")).isVisible();
    card(page, "todo", "By form alone").hover();
    assertThat(card(page, "todo", "By form alone").locator(".dots")).isHidden();
    assertThat(page.locator("kbd").first()).isHidden();
  }

  @Test
  void without_scripts_a_session_that_ended_costs_nothing_that_was_typed() {
    var page = chromium.page(Chromium.wide().setJavaScriptEnabled(false));
    page.navigate(address() + "/?token=" + board.token());
    page.locator("[data-key=new]").click();
    page.getByLabel("Title").fill("Kept by the browser");
    page.locator("textarea[name=description]").fill("Kept too");
    page.context().clearCookies();
    words(page, "Create").click();
    assertThat(page.getByText("Did you send a form?")).isVisible();
    chromium.forgive();

    page.context().newPage().navigate(address() + "/?token=" + board.token());
    page.goBack();
    assertThat(page.locator("textarea[name=description]")).hasValue("Kept too");
    assertThat(page.getByLabel("Title")).hasValue("Kept by the browser");
    words(page, "Create").click();

    assertThat(card(page, "todo", "Kept by the browser")).isVisible();
  }
}
