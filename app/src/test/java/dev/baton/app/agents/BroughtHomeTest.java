package dev.baton.app.agents;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.baton.app.web.Chromium;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.TestForge;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The whole way home with a real agent, by mouse and by keys: reviewed, brought up to date, merged
 * and proposed, although the server dies twice on the way.
 */
@Timeout(300)
@Tag("slow")
class BroughtHomeTest {
  private static final List<String> FILES = List.of("a.txt", "b.txt", "c.txt", "d.txt", "e.txt");
  private static final int COMMENTS = 12;

  @RegisterExtension final Chromium chromium = new Chromium();
  @TempDir Path directory;
  private Desk desk;
  private Path bare;
  private String task;
  private boolean hasDied;

  @BeforeEach
  void sitDown() throws Exception {
    desk = new Desk(RealAgent.CLAUDE, directory);
    TestForge.of(directory.resolve("bin"), "gh");
    bare = TestForge.remote(desk.repo(), TestForge.GITHUB);
    task =
        desk.baton()
            .call(
                "create_task",
                Json.object().put("project_id", desk.project()).put("title", "Two tries"))
            .path("task_id")
            .asString("");
  }

  @AfterEach
  void leave() throws Exception {
    if (desk != null) {
      desk.close();
    }
  }

  private String start(String... steps) {
    return desk.baton()
        .call(
            "start_task_attempt",
            Json.object()
                .put("task_id", task)
                .put("executor", RealAgent.CLAUDE.executor())
                .put("prompt", ModelScript.of(steps)))
        .path("attempt_id")
        .asString("");
  }

  /** Comes in by the link, because the server may be another one, and goes to a page. */
  private void open(Page page, String address) {
    var home = desk.baton().url().resolve("/").toString();
    page.navigate("%s?token=%s".formatted(home, desk.baton().token()));
    page.navigate(home.replaceAll("/$", "") + address);
    assertThat(page.locator(".connection")).hasText("Live");
    if (hasDied) {
      // why: a page without its server complains, and what it says comes late
      chromium.forgive();
      hasDied = false;
    }
  }

  private void serverDies() throws Exception {
    desk.baton().crashAndStartAgain();
    hasDied = true;
  }

  private static Locator file(Page page, String path) {
    return page.locator("section.file[data-path=\"%s\"]".formatted(path));
  }

  private static void keep(Page page, String path, String text) {
    page.keyboard().type(text);
    page.keyboard().press("Control+Enter");
    assertThat(file(page, path).getByText(text)).isVisible();
    assertThat(file(page, path).locator(".writing")).hasCount(0);
  }

  private static void commentByMouse(Page page, String path, int line) {
    file(page, path).scrollIntoViewIfNeeded();
    file(page, path).locator(".l[data-n=\"%d\"] > i".formatted(line)).first().click();
    keep(page, path, "Remark on line %d of %s".formatted(line, path));
  }

  private static void commentByKeys(Page page, String path) {
    page.keyboard().press("j");
    assertThat(file(page, path).locator(".l.now")).hasCount(1);
    page.keyboard().press("c");
    keep(page, path, "Remark by keys on " + path);
  }

  @Test
  void two_attempts_are_reviewed_brought_up_to_date_merged_and_proposed() throws Exception {
    var first =
        start(
            Stream.concat(
                    FILES.stream().map("write %s one\\ntwo\\nthree"::formatted),
                    Stream.of("write shared.txt of the agent"))
                .toArray(String[]::new));
    var second = start("write other.txt another way");
    desk.awaitSuccess(first);
    desk.awaitSuccess(second);
    var page = chromium.page(Chromium.wide());

    review(page, first);
    resolve(page, first);
    merge(page, first);
    propose(page, second);

    for (var name : FILES) {
      assertThat(desk.repo().resolve(name)).hasContent("one\ntwo\nthree\n");
    }
    assertThat(desk.repo().resolve("answered.txt")).hasContent("yes\n");
    assertThat(desk.repo().resolve("shared.txt")).hasContent("both sides\n");
    var branch = desk.baton().call("get_attempt_status", Desk.of(second)).path("workspace_branch");
    assertThat(git(bare, "show", branch.asString() + ":other.txt")).isEqualTo("another way");
    for (var attempt : List.of(first, second)) {
      assertNoCommitIsLost(attempt);
      assertNoLineIsLost(attempt);
    }
  }

  /** Half of the comments by mouse; then the server dies; the rest by keys, and all are sent. */
  private void review(Page page, String attempt) throws Exception {
    var address = "/attempts/%s/review".formatted(attempt);
    open(page, address);
    for (var name : FILES.subList(0, 3)) {
      commentByMouse(page, name, 2);
      commentByMouse(page, name, 3);
    }
    commentByMouse(page, FILES.get(3), 3);
    serverDies();
    open(page, address);
    for (var name : FILES) {
      commentByKeys(page, name);
    }
    assertThat(page.locator("#send-bar")).containsText("12 comments on 5 files");
    page.getByLabel("A word in front").focus();
    page.keyboard().type(ModelScript.of("write answered.txt yes"));
    page.keyboard().press("Control+Enter");
    assertThat(page.locator("#sent")).containsText("12 comments were sent");
    desk.awaitSuccess(attempt);

    var told =
        desk.baton()
            .call("tail_session_messages", Desk.of(attempt).put("limit", 200))
            .path("messages")
            .valueStream()
            .filter(message -> message.path("role").asString("").equals("user"))
            .map(message -> message.path("content").asString(""))
            .filter(text -> text.contains("> Remark"))
            .toList();
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().split("> Remark", -1)).hasSize(COMMENTS + 1);
  }

  /** By mouse; the server dies as soon as the agent was asked. */
  private void resolve(Page page, String attempt) throws Exception {
    Desk.commit(desk.repo(), Map.of("shared.txt", "of somebody else\n"));
    open(page, "/tasks/%s?attempt=%s".formatted(task, attempt));
    page.locator("#merge > summary").click();
    assertThat(page.locator(".hindrance")).containsText("Conflicts with main in 1 file");
    page.getByText("Let the agent resolve them", new Page.GetByTextOptions().setExact(true))
        .click();
    assertThat(page.locator(".entry.you").last()).containsText("in conflict");
    serverDies();
    desk.awaitSuccess(attempt);
  }

  private void merge(Page page, String attempt) {
    open(page, "/tasks/%s?attempt=%s".formatted(task, attempt));
    page.locator("#merge > summary").click();
    assertThat(page.locator("#merge .hindrance")).hasCount(0);
    page.locator("#merge-form [data-main]").click();
    assertThat(page.getByLabel("Status")).hasValue("done");
  }

  /** By keys alone. */
  private void propose(Page page, String attempt) {
    open(page, "/tasks/%s?attempt=%s".formatted(task, attempt));
    page.keyboard().press("x");
    page.keyboard().press("p");
    assertThat(page.locator("#pull-request-panel .facts")).containsText("is pushed to");
    assertThat(page.getByLabel("Title")).isFocused();
    page.keyboard().press("Control+Enter");
    assertThat(page.locator("#pull-requests")).containsText("PR #128");
  }

  private void assertNoCommitIsLost(String attempt) {
    var turns = desk.baton().call("list_turns", Desk.of(attempt)).path("turns");
    for (var turn : turns) {
      for (var commit : List.of(turn.path("commit_before"), turn.path("commit_after"))) {
        assertThat(git(desk.repo(), "for-each-ref", "--contains", commit.asString()))
            .as("refs that have %s of %s", commit, turn)
            .isNotEmpty();
      }
    }
  }

  private void assertNoLineIsLost(String attempt) {
    var lines =
        desk.baton()
            .call(
                "tail_attempt_logs",
                Desk.of(attempt).put("channel", "raw").put("after_entry_index", -1));
    assertThat(lines.path("entries").valueStream().map(BroughtHomeTest::index))
        .containsExactlyElementsOf(
            LongStream.range(0, lines.path("entries").size()).boxed().toList());
    assertThat(lines.path("entries").size()).isPositive();
  }

  private static long index(JsonNode entry) {
    return entry.path("entry_index").asLong(-1);
  }
}
