package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.KeyboardModifier;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The review of an attempt in a real browser. */
class ReviewInChromiumTest extends OnOneBoard {
  private static final int MOST_NODES = 5_000;

  /** A line has a node for its numbers, its sign and its text; the side that lacks it one. */
  private static final int NODES_OF_A_LINE = 6;

  private static final double LONGEST_TASK = 5_000;

  private Page review(Page page, String attempt) {
    page.navigate(address() + "/?token=" + board.token());
    page.navigate("%s/attempts/%s/review".formatted(address(), attempt));
    assertThat(page.locator(".connection")).hasText("Live");
    return page;
  }

  private void write(String attempt, String path, String text) throws IOException {
    var file = ReviewPageTest.worktree(board, attempt).resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Locator file(Page page, String path) {
    return page.locator("section.file[data-path=\"%s\"]".formatted(path));
  }

  private static Locator number(Page page, String path, int line) {
    return file(page, path).locator(".l[data-n=\"%d\"] > i".formatted(line)).first();
  }

  private static void comment(Page page, String path, int line, String text) {
    file(page, path).scrollIntoViewIfNeeded();
    number(page, path, line).click();
    page.keyboard().type(text);
    page.keyboard().press("Control+Enter");
    assertThat(file(page, path).getByText(text)).isVisible();
    assertThat(file(page, path).locator(".writing")).hasCount(0);
  }

  @Test
  void twelve_comments_over_five_files_are_one_follow_up() throws Exception {
    var attempt = board.attempt("Work", "say hello");
    for (var name : List.of("a", "b", "c", "d", "e")) {
      write(attempt, "src/%s.txt".formatted(name), "one\ntwo\nthree\nfour\n");
    }
    var page = review(chromium.page(Chromium.wide()), attempt);
    var made = 0;
    for (var name : List.of("a", "b", "c", "d", "e")) {
      for (var line = 1; line <= (made < 6 ? 3 : 2); line++) {
        comment(page, "src/%s.txt".formatted(name), line, "Remark %s%d".formatted(name, line));
      }
      made += made < 6 ? 3 : 2;
    }
    assertThat(page.locator("#send-bar")).containsText("12 comments on 5 files");
    page.reload();
    assertThat(page.locator("#send-bar")).containsText("12 comments on 5 files");

    page.getByLabel("A word in front").fill("say Look at these");
    page.keyboard().press("Control+Enter");

    assertThat(page.locator("#sent")).containsText("12 comments were sent");
    assertThat(page.locator("#send-bar")).isHidden();
    assertThat(file(page, "src/a.txt").getByText("Sent").first()).isVisible();
    var messages =
        await().atMost(Duration.ofSeconds(60)).until(() -> remarks(attempt), all -> !all.isEmpty());
    assertThat(messages).hasSize(1);
    assertThat(messages.getFirst().split("> Remark", -1)).hasSize(13);
  }

  /** What the agent was told that has comments in it. */
  private List<String> remarks(String attempt) throws Exception {
    return board
        .client()
        .call("tail_session_messages", Json.object().put("attempt_id", attempt).put("limit", 200))
        .path("messages")
        .valueStream()
        .filter(message -> message.path("role").asString("").equals("user"))
        .map(message -> message.path("content").asString(""))
        .filter(text -> text.contains("> Remark"))
        .toList();
  }

  @Test
  void a_range_is_chosen_with_shift_and_what_was_typed_outlives_escape() throws Exception {
    var attempt = board.attempt("Work", "say hello");
    write(attempt, "a.txt", "one\ntwo\nthree\nfour\n");
    var page = review(chromium.page(Chromium.wide()), attempt);

    number(page, "a.txt", 2).click();
    number(page, "a.txt", 3)
        .click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.SHIFT)));
    assertThat(page.locator(".writing")).hasCount(1);
    assertThat(page.locator(".writing .where")).hasText("lines 2–3");
    page.keyboard().type("Half a thou");
    page.keyboard().press("Escape");
    assertThat(page.locator(".comment")).containsText("Half a thou");
    page.reload();
    assertThat(page.locator(".comment")).containsText("Half a thou");
    page.locator(".comment").getByText("Edit").click();
    page.keyboard().press("End");
    page.keyboard().type("ght");
    assertThat(page.locator(".said")).hasText(Pattern.compile("Saved"));
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".comment .prose")).hasText("Half a thought");
  }

  @Test
  void by_keys_alone_changes_are_walked_commented_and_viewed_and_come_back() throws Exception {
    var attempt = board.attempt("Work", "write a.txt one");
    write(attempt, "b.txt", "first\nsecond\n");
    var page = review(chromium.page(Chromium.wide()), attempt);
    // why both: keys that are pressed while a file is on its way lead to its first change, once
    assertThat(file(page, "a.txt").locator(".l.first")).hasCount(1);
    assertThat(file(page, "b.txt").locator(".l.first")).hasCount(1);

    page.keyboard().press("j");
    page.keyboard().press("j");
    assertThat(file(page, "b.txt").locator(".l.now")).hasCount(1);
    page.keyboard().press("c");
    page.keyboard().type("By keys");
    page.keyboard().press("Control+Enter");
    assertThat(file(page, "b.txt").locator(".comment")).containsText("By keys");
    page.keyboard().press("v");
    assertThat(page.locator("#review-tools")).containsText("1 of 2 viewed");
    assertThat(file(page, "b.txt").locator("details")).not().hasAttribute("open", "");

    write(attempt, "b.txt", "other\nsecond\n");
    board
        .client()
        .call(
            "follow_up",
            Json.object()
                .put("attempt_id", attempt)
                .put("action", "send")
                .put("prompt", "say I have changed it"));
    assertThat(page.locator("#review-tools")).containsText("0 of 2 viewed");
    file(page, "b.txt").locator("summary").click();
    assertThat(file(page, "b.txt")).containsText("The line has changed since");
    assertThat(file(page, "b.txt")).containsText("By keys");
  }

  @Test
  void by_keys_alone_files_are_walked_from_the_first_and_a_range_is_commented() throws Exception {
    var attempt = board.attempt("Work", "say hello");
    write(attempt, "a.txt", "one\n");
    write(attempt, "b.txt", "one\ntwo\nthree\nfour\nfive\n");
    var page = review(chromium.page(Chromium.wide()), attempt);
    assertThat(file(page, "b.txt").locator(".l.first")).hasCount(1);

    page.keyboard().press("Shift+J");
    assertThat(file(page, "a.txt")).isFocused();
    page.keyboard().press("Shift+J");
    assertThat(file(page, "b.txt")).isFocused();
    page.keyboard().press("Shift+K");
    assertThat(file(page, "a.txt")).isFocused();
    page.keyboard().press("Shift+J");

    page.keyboard().press("j");
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Shift+ArrowDown");
    page.keyboard().press("Shift+ArrowDown");
    page.keyboard().press("Shift+ArrowDown");
    page.keyboard().press("Shift+ArrowUp");
    assertThat(file(page, "b.txt").locator(".l.chosen")).hasCount(3);
    page.keyboard().press("c");
    assertThat(page.locator(".writing .where")).hasText("lines 2–4");
    page.keyboard().type("All three");
    page.keyboard().press("Control+Enter");
    assertThat(file(page, "b.txt").locator(".comment")).containsText("All three");
    assertThat(file(page, "b.txt").locator(".comment .where")).containsText("lines 2–4");
    page.keyboard().press("?");
    assertThat(page.locator("#dialog")).containsText("Choose several lines");
  }

  @Test
  void viewed_is_shown_before_the_server_answers_and_taken_back_if_it_refuses() throws Exception {
    var attempt = board.attempt("Work", "write a.txt one");
    var page = review(chromium.page(Chromium.wide()), attempt);
    assertThat(file(page, "a.txt").locator(".l.first")).hasCount(1);
    var button = file(page, "a.txt").locator(".viewed-form button");
    var waiting = new ArrayList<Route>();
    page.route("**/review/viewed", waiting::add);

    page.keyboard().press("v");
    assertThat(button).hasAttribute("aria-pressed", "true");
    page.waitForCondition(() -> !waiting.isEmpty());
    refuse(waiting.getFirst(), "The disk is full. Make room, then try again.");
    assertThat(file(page, "a.txt").locator(".unsent")).hasText(Pattern.compile("The disk is full"));
    assertThat(button).hasAttribute("aria-pressed", "false");
    assertThat(file(page, "a.txt").locator("details")).hasAttribute("open", "");

    page.unroute("**/review/viewed");
    page.keyboard().press("v");
    assertThat(page.locator("#review-tools")).containsText("1 of 1 viewed");
    assertThat(file(page, "a.txt").locator(".unsent")).hasCount(0);
    chromium.forgive();
  }

  @Test
  void a_comment_that_cannot_be_removed_says_why_and_stays() throws Exception {
    var attempt = board.attempt("Work", "say hello");
    write(attempt, "a.txt", "one\ntwo\n");
    var page = review(chromium.page(Chromium.wide()), attempt);
    comment(page, "a.txt", 1, "Keep me");
    page.route("**/review/comments/*", route -> refuse(route, "The disk is full."));

    page.locator(".comment").getByText("Remove").click();
    assertThat(page.locator(".comment .unsent")).hasText("The disk is full.");
    assertThat(page.locator(".comment")).containsText("Keep me");

    page.locator(".comment").getByText("Edit").click();
    page.locator(".writing textarea").fill("");
    page.keyboard().press("Escape");
    assertThat(page.locator(".writing .said")).hasText("The disk is full.");
    // why not unroute first: in between the server could be reached
    page.route("**/review/comments/*", Route::abort);
    page.keyboard().press("Escape");
    assertThat(page.locator(".writing .said")).containsText("The server cannot be reached.");
    page.unroute("**/review/comments/*");
    page.keyboard().press("Escape");
    assertThat(page.locator(".comment")).hasCount(0);
    chromium.forgive();
  }

  @Test
  void a_comment_that_was_changed_in_another_window_is_not_overwritten_in_silence()
      throws Exception {
    var attempt = board.attempt("Work", "say hello");
    write(attempt, "a.txt", "one\ntwo\n");
    var page = review(chromium.page(Chromium.wide()), attempt);
    comment(page, "a.txt", 1, "As it was");
    var other = review(chromium.page(Chromium.wide()), attempt);
    other.locator(".comment").getByText("Edit").click();

    page.locator(".comment").getByText("Edit").click();
    page.locator(".writing textarea").fill("Of the first window");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".comment .prose")).hasText("Of the first window");

    other.locator(".writing textarea").fill("Of the second window");
    assertThat(other.locator(".writing .said"))
        .containsText("changed in another window; there it says: Of the first window");
    other.locator(".writing textarea").press("End");
    other.keyboard().type("!");
    assertThat(page.locator(".comment .prose")).hasText("Of the first window");
    other.keyboard().press("Control+Enter");
    assertThat(other.locator(".comment .prose")).hasText("Of the second window!");
    assertThat(page.locator(".comment .prose")).hasText("Of the second window!");
    // why: the browser calls an answer with status 409 an error
    chromium.forgive();
  }

  private static void refuse(Route route, String sentence) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(507)
            .setContentType("application/json")
            .setBody(Json.object().put("problem", sentence).toString()));
  }

  @Test
  void who_closes_the_window_has_looked() throws Exception {
    var attempt = board.attempt("Work", "write a.txt one");
    var page = review(chromium.page(Chromium.wide()), attempt);
    assertThat(file(page, "a.txt")).isVisible();

    page.close(new Page.CloseOptions().setRunBeforeUnload(true));

    try (var reader = new PageVisitor(board)) {
      var unseen = "/attempts/%s/review?scope=unseen".formatted(attempt);
      await().atMost(Duration.ofSeconds(60)).until(() -> !reader.read(unseen).contains("a.txt"));
    }
  }

  @Test
  void three_thousand_files_and_a_hundred_thousand_lines_do_not_hang() throws Exception {
    var attempt = board.attempt("Work", "say hello");
    for (var i = 0; i < 3_000; i++) {
      write(attempt, "many/%02d/file%04d.txt".formatted(i / 100, i), "one\ntwo\nthree\n");
    }
    write(attempt, "a-large.txt", "a line of some length\n".repeat(100_000));
    write(attempt, "b-wide.txt", "x".repeat(3_000_000) + "\n");
    var page = chromium.page(Chromium.wide());
    page.addInitScript(
        "window.longest = 0; new PerformanceObserver((list) => list.getEntries().forEach((task) =>"
            + " window.longest = Math.max(window.longest, task.duration))).observe({ type:"
            + " 'longtask', buffered: true });");
    review(page, attempt);

    assertThat(page.locator("#files")).containsText("150 of 3002 files");
    assertThat(file(page, "a-large.txt")).containsText("Large change, 100,000 lines.");
    assertThat(nodes(page)).isLessThan(MOST_NODES);
    file(page, "a-large.txt").locator("summary").click();
    assertThat(file(page, "a-large.txt").locator(".l[data-n]")).hasCount(1_000);
    assertThat(file(page, "b-wide.txt")).containsText("more characters");
    file(page, "a-large.txt").getByText("Show the next 1,000 lines").click();
    assertThat(file(page, "a-large.txt").locator(".l[data-n]")).hasCount(2_000);
    assertThat(nodes(page)).isLessThan(MOST_NODES + 2_000 * NODES_OF_A_LINE);
    assertThat(((Number) page.evaluate("window.longest")).doubleValue()).isLessThan(LONGEST_TASK);
    page.locator(".pages").first().getByText("More").click();
    assertThat(file(page, "many/01/file0150.txt")).isAttached();
  }

  private static int nodes(Page page) {
    return ((Number) page.evaluate("document.querySelectorAll('*').length")).intValue();
  }

  @Test
  void hostile_names_and_contents_do_nothing() throws Exception {
    var attempt = board.attempt("Work", "say hello");
    var name = "'\"><img src=x onerror=document.title='taken'> \u202egnp.js";
    write(attempt, name, "<script>document.title='taken'</script>\u202e\u200b\n");
    var page = review(chromium.page(Chromium.wide()), attempt);

    assertThat(page.locator("section.file .l code").first())
        .hasText("<script>document.title='taken'</script>\\u202e\\u200b");
    assertThat(page.locator("section.file summary code").first()).containsText("\\u202e");
    page.locator("section.file .l > i").nth(0).click();
    page.keyboard().type("<img src=x onerror=alert(1)>");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".comment .prose")).hasText("<img src=x onerror=alert(1)>");
    assertThat(page.locator("#main img")).hasCount(0);
    assertThat(page).hasTitle(Pattern.compile(".*Baton"));
  }

  @Test
  void no_page_of_the_review_keeps_anybody_out() throws Exception {
    var started = board.start("Work", "write a.txt one\nsay done");
    var task = started.path("task_id").asString("");
    var attempt = board.attempt("Other", "write a.txt one");
    write(attempt, "src/b.txt", "one\ntwo\n");
    write(attempt, "package-lock.json", "{}\n");
    board
        .client()
        .call(
            "start_task_attempt",
            Json.object()
                .put("task_id", task)
                .put("executor", "FAKE_AGENT")
                .put("prompt", "write a.txt two"));
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = review(chromium.page(size), attempt);
      assertThat(file(page, "src/b.txt").locator(".l.first")).hasCount(1);
      number(page, "src/b.txt", 1).click();
      page.keyboard().type("A remark");
      chromium.assertAccessible(page, "review while writing");
      page.keyboard().press("Control+Enter");
      assertThat(page.locator("#send-bar")).isVisible();
      chromium.assertAccessible(page, "review with a draft");
      for (var place :
          List.of(
              "/attempts/%s/review/file?path=a.txt".formatted(attempt),
              "/attempts/%s/review/comments/new?path=a.txt".formatted(attempt),
              "/tasks/%s/compare".formatted(task))) {
        page.navigate(address() + place);
        chromium.assertAccessible(page, place);
      }
    }
  }

  @Test
  void without_scripts_a_review_is_read_and_commented() throws Exception {
    var attempt = board.attempt("Work", "write a.txt one");
    var page = chromium.page(Chromium.wide().setJavaScriptEnabled(false));
    page.navigate(address() + "/?token=" + board.token());
    page.navigate("%s/attempts/%s/review".formatted(address(), attempt));

    page.getByText("Show the changes of a.txt").click();
    assertThat(page.locator(".l.a code")).hasText("one");
    page.getByText("Comment on lines of this file").first().click();
    page.getByLabel("From line").fill("1");
    page.locator("#comment-text").fill("By form");
    page.getByText("Keep draft").click();
    assertThat(page.locator("#send-bar")).containsText("1 comment on 1 file");
    page.getByText("Send 1 comment").click();
    assertThat(page.locator("#sent")).containsText("1 comment was sent");
  }
}
