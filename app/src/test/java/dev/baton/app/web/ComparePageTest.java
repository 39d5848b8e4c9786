package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Two attempts side by side, over HTTP and without scripts. */
class ComparePageTest extends OnPages {
  @Test
  void two_attempts_at_a_task_stand_side_by_side() throws Exception {
    Files.write(board.repository().resolve("shot.png"), new byte[] {1, 0});
    TestRepository.git(board.repository(), "add", ".");
    TestRepository.git(board.repository(), "commit", "--quiet", "-m", "A picture");
    var first = board.start("Work", "write b.txt one");
    var task = first.path("task_id").asString("");
    var second =
        board
            .client()
            .call(
                "start_task_attempt",
                Json.object()
                    .put("task_id", task)
                    .put("executor", "FAKE_AGENT")
                    .put("prompt", "write b.txt two\nwrite c.txt three\nwrite app.min.mjs x"))
            .path("attempt_id")
            .asString("");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> browser.read("/tasks/" + task), page -> page.split("Completed", -1).length > 2);
    var picture =
        ReviewPageTest.worktree(board, first.path("attempt_id").asString("")).resolve("shot.png");
    Files.write(picture, new byte[] {1, 0, 2});

    var page = browser.read("/tasks/%s/compare".formatted(task));

    assertThat(page)
        .contains("1 · Fake Agent")
        .contains("2 · Fake Agent")
        .contains("<code>c.txt</code>")
        .contains("Not changed")
        .contains("Minified file, 1 line. <span class=\"link\">Show</span>");
    assertThat(page)
        .as("what brings the attempt on the right home is in its head")
        .contains("</i>Board</a>", "Merge…", "id=\"merge-%s\"".formatted(second))
        .contains("aria-label=\"Pull request…\"", "compare?b=%s\" aria-current".formatted(second));
    assertThat(page.split("layout=unified\" loading", -1)).hasSize(6);
    assertThat(page.split("<p class=\"figures\">", -1))
        .as("a head for each with something to say: of a picture that has changed there is nothing")
        .hasSize(5);

    var other = first.path("attempt_id").asString("");
    assertThat(browser.read("/tasks/%s/compare?b=%s".formatted(task, other)))
        .contains("id=\"merge-%s\"".formatted(other))
        .contains("<option value=\"%s\" selected>1 ·".formatted(other))
        .contains("<option value=\"%s\" selected>2 ·".formatted(second));
  }
}
