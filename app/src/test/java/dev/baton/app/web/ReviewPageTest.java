package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The review of an attempt, over HTTP and without scripts. */
class ReviewPageTest extends OnPages {
  static Path worktree(BoardFixture board, String attempt) {
    return board.data().path().resolve("worktrees").resolve(attempt).resolve("repo");
  }

  private void write(String attempt, String path, String text) throws IOException {
    var file = worktree(board, attempt).resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String review(String attempt) {
    return "/attempts/%s/review".formatted(attempt);
  }

  private String file(String attempt, String path) throws Exception {
    return browser.read(
        review(attempt) + "/file?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8));
  }

  @Test
  void the_list_has_files_with_their_counts_and_differences_come_by_themselves() throws Exception {
    var attempt = board.attempt("Work", "write b.txt B");
    write(attempt, "src/main/A.java", "class A {}\n");
    write(attempt, "package-lock.json", "{}\n");

    var page = browser.read(review(attempt));

    assertThat(page)
        .contains("src/main")
        .contains("<span class=\"added\">+1</span>")
        .contains("loading=\"lazy\"")
        .contains("Lock file, 1 line.")
        .contains("0 of 3 viewed")
        .contains("Merge…")
        .doesNotContain("class A {}");
    assertThat(file(attempt, "src/main/A.java")).contains("class A {}").contains("<u>+</u>");
  }

  @Test
  void names_and_contents_of_files_do_nothing() throws Exception {
    var attempt = board.attempt("Work", "say hello");
    var name = "<img src=x onerror=alert(1)> \u202etxt.js";
    write(attempt, name, "<script>alert(1)</script> \u200b\u202e\n");

    var page = browser.read(review(attempt));
    var diff = file(attempt, name);

    assertThat(page).doesNotContain("<img src=x").contains("\\u202e");
    // why no landmark: a page has one for each file, and another one beside it has the same
    assertThat(diff).contains("role=\"group\" aria-label=\"Changes of &lt;img");
    assertThat(diff)
        .doesNotContain("<script>alert")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt; \\u200b\\u202e");
  }

  @Test
  void a_file_that_the_attempt_does_not_have_is_said_to_be_missing() throws Exception {
    var attempt = board.attempt("Work", "write b.txt one");

    var missing = browser.get(review(attempt) + "/file?path=nosuch.txt");

    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(missing.body())
        .contains("The attempt has no file", "nosuch.txt", "Open one from the list of files")
        .doesNotContain("Comment on lines");
    assertThat(file(attempt, "a.txt")).contains("No line differs");
  }

  @Test
  void files_are_searched_by_their_paths_among_all_of_them() throws Exception {
    var attempt = board.attempt("Work", "write src/b.txt one");
    write(attempt, "test/c.txt", "two\n");

    assertThat(browser.read(review(attempt) + "?q=SRC"))
        .contains("<b>b.txt</b>")
        .doesNotContain("<b>c.txt</b>");
    assertThat(browser.read(review(attempt) + "?q=nosuch"))
        .contains("No file fits. <a class=\"link\" href=\"%s\">Clear".formatted(review(attempt)))
        .doesNotContain("class=\"directory\"");
  }

  @Test
  void comments_that_wait_for_a_busy_agent_are_not_called_sent() throws Exception {
    var started = board.start("Work", "write b.txt one\nhang");
    var attempt = started.path("attempt_id").asString("");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> browser.read(review(attempt)), page -> page.contains("<b>b.txt</b>"));
    browser.post(
        review(attempt),
        review(attempt) + "/comments",
        Map.of("path", "b.txt", "first", "1", "side", "new", "text", "Why *one*?"));

    var sent = browser.post(review(attempt), review(attempt) + "/send", Map.of());

    var place = sent.headers().firstValue("Location").orElse("");
    assertThat(browser.read(place))
        .contains("1 comment was queued for Fake Agent.")
        .doesNotContain("sent to");
    assertThat(browser.read("/tasks/" + started.path("task_id").asString("")))
        .contains("1 comment: Why *one*?</span>", "aria-label=\"Remove: 1 comment: Why *one*?\"");
    browser.post("/attempts/%s/queue/clear".formatted(attempt));
    browser.post("/attempts/%s/stop".formatted(attempt), "force", "1");
  }

  @Test
  void only_what_is_a_picture_by_its_content_is_given_out_as_one() throws Exception {
    var attempt = board.attempt("Work", "say hello");
    write(attempt, "bad.png", "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>");
    write(attempt, "bad.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>");
    Files.write(
        worktree(board, attempt).resolve("good.png"),
        new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 26, '\n', 0});

    var good = browser.get(review(attempt) + "/picture?path=good.png");

    assertThat(good.headers().firstValue("Content-Type")).contains("image/png");
    assertThat(browser.get(review(attempt) + "/picture?path=bad.png").statusCode()).isEqualTo(404);
    assertThat(browser.get(review(attempt) + "/picture?path=bad.svg").statusCode()).isEqualTo(404);
    assertThat(file(attempt, "good.png")).contains("<figcaption class=\"quiet\">Now");
  }

  @Test
  void a_comment_is_written_by_a_form_kept_and_sent() throws Exception {
    var attempt = board.attempt("Work", "write b.txt one");

    var refused =
        browser.post(
            review(attempt),
            review(attempt) + "/comments",
            Map.of("path", "b.txt", "first", "7", "side", "new", "text", "Too far"));
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("has no lines 7 to 7").contains("Too far");

    var kept =
        browser.post(
            review(attempt),
            review(attempt) + "/comments",
            Map.of("path", "b.txt", "first", "1", "side", "new", "text", "Why <b>one</b>?"));
    assertThat(kept.statusCode()).isEqualTo(303);
    assertThat(file(attempt, "b.txt")).contains("Why &lt;b&gt;one&lt;/b&gt;?").contains("Draft");
    assertThat(browser.read(review(attempt)))
        .contains("<b>1 comment</b> on 1 file", "1<span class=\"for-readers\"> comment</span>")
        .contains("<option value=\"APPROVALS\">");

    write(attempt, "b.txt", "two\n");
    assertThat(file(attempt, "b.txt"))
        .contains("The line has changed since")
        .contains("<pre class=\"quoted\" tabindex=\"0\">one</pre>");

    var sent =
        browser.post(review(attempt), review(attempt) + "/send", Map.of("words", "say Look"));
    assertThat(sent.headers().firstValue("Location")).contains(review(attempt) + "?sent=1");
    assertThat(browser.read(review(attempt) + "?sent=1")).contains("1 comment was sent");
  }

  @Test
  void pages_about_a_part_of_the_work_lead_back_and_name_its_project() throws Exception {
    var attempt = board.attempt("Work", "write b.txt one\nsay done");
    var entry =
        board
            .client()
            .call("tail_attempt_logs", Json.object().put("attempt_id", attempt))
            .path("entries")
            .valueStream()
            .filter(it -> it.path("type").asString("").equals("assistant_message"))
            .map(it -> it.path("entry_index").asString(""))
            .findFirst()
            .orElseThrow();

    for (var way :
        Map.of(
                "/comments/new?path=b.txt",
                "Back to the review</a>",
                "/comments/new?entry=" + entry,
                "Back to the task</a>",
                "/file?path=b.txt",
                "← Review</a>")
            .entrySet()) {
      assertThat(browser.read(review(attempt) + way.getKey()))
          .contains(way.getValue(), "/settings\">Name and labels");
    }
  }

  @Test
  void who_sends_comments_has_seen_what_the_page_showed_and_no_more() throws Exception {
    var attempt = board.attempt("Work", "write b.txt one");
    var old = print(attempt);
    draft(attempt, "Why one?");
    write(attempt, "c.txt", "after the page\n");

    send(attempt, old, "say Look");
    assertThat(unseen(attempt)).as("there was more").contains("b.txt", "c.txt");

    board.awaitEnd(attempt);
    draft(attempt, "x".repeat(900_000));
    var refused = send(attempt, print(attempt), "x".repeat(200_000));
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(unseen(attempt)).as("it was refused").contains("b.txt", "c.txt");

    send(attempt, print(attempt), "write d.txt new");
    board.awaitEnd(attempt);
    assertThat(unseen(attempt)).doesNotContain("b.txt", "c.txt").contains("d.txt");
  }

  @Test
  void who_has_seen_all_of_a_page_has_not_seen_what_came_after_it() throws Exception {
    var attempt = board.attempt("Work", "write b.txt one");
    var shown = seenForm(browser.read(review(attempt)));
    write(attempt, "c.txt", "after the page\n");

    var refused = browser.post(review(attempt), review(attempt) + "/looked", shown);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
    assertThat(refused.body()).contains("There is more to see by now than the page showed");
    assertThat(unseen(attempt)).contains("b.txt", "c.txt");

    var again = seenForm(browser.read(review(attempt) + "?scope=unseen"));
    assertThat(again).containsEntry("scope", "unseen");
    var seen = browser.post(review(attempt), review(attempt) + "/looked", again);
    assertThat(seen.headers().firstValue("Location")).contains(review(attempt) + "?scope=unseen");
    assertThat(unseen(attempt)).doesNotContain("b.txt", "c.txt");

    assertThat(browser.read(review(attempt) + "?scope=uncommitted"))
        .as("which may not be all")
        .doesNotContain("I have seen all of this");
  }

  /** What the form sends by which somebody says that they have seen all. */
  private static Map<String, String> seenForm(String page) {
    var form = first(Pattern.compile("(<form[^>]*/looked\"(?:(?!</form>).)*)</form>"), page);
    return Pattern.compile("name=\"([^\"]+)\" value=\"([^\"]*)\"")
        .matcher(form)
        .results()
        .filter(field -> !field.group(1).equals("_token"))
        .collect(Collectors.toMap(field -> field.group(1), field -> field.group(2)));
  }

  private String unseen(String attempt) throws Exception {
    var list = browser.read(review(attempt) + "?scope=unseen");
    return list.substring(list.indexOf("id=\"files\""), list.indexOf("id=\"diffs\""));
  }

  private String print(String attempt) throws Exception {
    var field =
        Pattern.compile("name=\"print\" value=\"([^\"]+)\"").matcher(browser.read(review(attempt)));
    assertThat(field.find()).isTrue();
    return field.group(1);
  }

  private void draft(String attempt, String text) throws Exception {
    var kept =
        browser.post(
            review(attempt),
            review(attempt) + "/comments",
            Map.of("path", "b.txt", "first", "1", "text", text));
    assertThat(kept.statusCode()).as(kept.body()).isEqualTo(303);
  }

  private HttpResponse<String> send(String attempt, String print, String words) throws Exception {
    return browser.post(
        review(attempt), review(attempt) + "/send", Map.of("print", print, "words", words));
  }

  @Test
  void a_comment_on_a_file_that_nobody_changed_is_not_outdated_until_somebody_does()
      throws Exception {
    var attempt = board.attempt("Work", "write b.txt one");
    browser.post(
        review(attempt),
        review(attempt) + "/comments",
        Map.of("path", "a.txt", "first", "1", "side", "new", "text", "Change this, too"));
    assertThat(browser.read(review(attempt)))
        .contains("Change this, too")
        .doesNotContain("The line has changed since");

    write(attempt, "a.txt", "other\n");
    assertThat(file(attempt, "a.txt")).contains("The line has changed since");
  }

  /** What no form of ours sends is refused, and never taken for the usual. */
  @Test
  void values_that_mean_nothing_change_nothing() throws Exception {
    var attempt = board.attempt("Work", "write b.txt one");
    var comments = review(attempt) + "/comments";
    var settings = review(attempt) + "/settings";
    var lines = Map.of("path", "b.txt", "first", "1", "text", "Why?");

    for (var wrong : Map.of("side", "left", "scope", "all", "id", "7").entrySet()) {
      var fields = new HashMap<>(lines);
      fields.put(wrong.getKey(), wrong.getValue());
      assertRefused(comments, fields, "means nothing here as " + wrong.getKey());
    }
    assertRefused(comments, Map.of("entry", "first", "text", "Why?"), "nothing here as entry");
    assertRefused(
        comments,
        Map.of("path", "b.txt", "first", "one", "text", "Why?"),
        "is no number of a line. Write a number such as 12.");
    assertRefused(
        comments,
        Map.of("path", "gone.txt", "first", "1", "text", "Why?"),
        "is no file of the attempt. Choose a file of the changes.");
    assertRefused(settings, Map.of("layout", "round"), "means nothing here as layout");
    assertRefused(settings, Map.of("wrap", "yes"), "means nothing here as wrap");
    assertThat(browser.get(review(attempt) + "?scope=all").statusCode()).isEqualTo(400);
    assertThat(browser.read(review(attempt))).doesNotContain("Draft");
  }

  private void assertRefused(String address, Map<String, String> fields, String words)
      throws Exception {
    var response = browser.post("/projects/new", address, fields);
    assertThat(response.statusCode()).as(response.body()).isBetween(400, 499);
    assertThat(response.body()).contains(words).contains(fields.getOrDefault("text", ""));
  }

  @Test
  void how_somebody_likes_to_see_differences_is_remembered() throws Exception {
    var attempt = board.attempt("Work", "write b.txt one");
    write(attempt, "a.txt", " " + Files.readString(board.repository().resolve("a.txt")));
    var changed = review(attempt) + "/file?path=a.txt";

    var usual = browser.read(changed);
    assertThat(usual).contains("class=\"rows split wrap\"", "<u>+</u>");
    assertThat(browser.read(review(attempt)))
        .contains("value=\"split\" aria-pressed=\"true\"")
        .contains("Do not wrap long lines", "Ignore white space");

    var kept = kept(attempt, Map.of("layout", "unified", "wrap", "0"));
    assertThat(kept).isEqualTo("baton_review=unified.long");
    assertThat(browser.read(changed, kept)).contains("class=\"rows unified\"", "<u>+</u>");
    assertThat(browser.read(review(attempt), kept))
        .contains("value=\"unified\" aria-pressed=\"true\"")
        .contains("Wrap long lines", "Ignore white space");

    var spaceless = kept(attempt, Map.of("space", "1"));
    assertThat(browser.read(changed, spaceless)).doesNotContain("<u>+</u>");
    assertThat(browser.read(review(attempt), spaceless))
        .contains("Do not wrap long lines", "Show changes of white space");
  }

  /** What a browser keeps of the settings that somebody chooses. */
  private String kept(String attempt, Map<String, String> chosen) throws Exception {
    var cookie =
        browser
            .post(review(attempt), review(attempt) + "/settings", chosen)
            .headers()
            .firstValue("Set-Cookie")
            .orElse("");
    assertThat(cookie).contains("HttpOnly");
    return cookie.split(";", -1)[0];
  }

  @Test
  void unchanged_lines_are_folded_and_shown_when_somebody_asks() throws Exception {
    var lines = new StringBuilder();
    for (var i = 1; i <= 300; i++) {
      lines.append("line ").append(i).append('\n');
    }
    Files.writeString(board.repository().resolve("long.txt"), lines);
    TestRepository.commitAll(board.repository(), "long");
    var attempt = board.attempt("Work", "say hello");
    write(attempt, "long.txt", lines.toString().replace("line 250\n", "line two hundred fifty\n"));

    var diff = file(attempt, "long.txt");
    assertThat(diff).contains("246 unchanged lines").contains("47 unchanged lines");
    var address = Pattern.compile("href=\"([^\"]*/lines[^\"]*)\"").matcher(diff);
    assertThat(address.find()).isTrue();
    var unfolded = browser.read(address.group(1).replace("&amp;", "&"));
    assertThat(unfolded)
        .contains("<code>line 246</code>")
        .contains("226 unchanged lines")
        .doesNotContain("<code>line 226</code>");
  }
}
