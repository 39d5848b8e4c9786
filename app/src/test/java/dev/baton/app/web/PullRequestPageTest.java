package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The form that makes a pull request, over HTTP and without scripts. */
class PullRequestPageTest extends OnPages {
  @Test
  void the_text_that_is_proposed_has_no_images_that_nobody_finds_on_the_forge() throws Exception {
    var started = board.start("Work", "write b.txt one");
    board
        .client()
        .call(
            "update_task",
            Json.object()
                .put("task_id", started.path("task_id").asString(""))
                .put("description", "Before ![a picture](/images/1.png) after"));
    var attempt = started.path("attempt_id").asString("");
    board.awaitEnd(attempt);

    assertThat(browser.read("/attempts/%s/pull-request".formatted(attempt)))
        .contains("Before  after")
        .doesNotContain("a picture");
  }

  @Test
  void what_was_typed_for_an_attempt_that_is_gone_is_given_back() throws Exception {
    var answer =
        browser.post(
            "/projects/new",
            "/attempts/%s/pull-request".formatted(UUID.randomUUID()),
            Map.of("title", "My title", "body", "My long text", "other-1", "My own answer"));

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("My title", "My long text", "My own answer");
  }
}
