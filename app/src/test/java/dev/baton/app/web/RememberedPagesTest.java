package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Answers that hold for the rest of an attempt, on the pages, over HTTP. */
class RememberedPagesTest extends OnPages {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern ANSWER = Pattern.compile("action=\"(/approvals/[0-9a-f-]{36})\"");
  private static final Pattern FORGET = Pattern.compile("action=\"(/approvals/[^\"]+/forget)\"");

  @Test
  void an_answer_is_remembered_shown_and_forgotten() throws Exception {
    var task =
        board
            .client()
            .call(
                "create_task", Json.object().put("project_id", board.project()).put("title", "Ask"))
            .path("task_id")
            .asString("");
    var attempt =
        board
            .client()
            .call(
                "start_task_attempt",
                Json.object()
                    .put("task_id", task)
                    .put("executor", "FAKE_AGENT")
                    .put("variant", "APPROVALS")
                    .put("prompt", "ask npm <test>\nask npm <test>\nsay went on"))
            .path("attempt_id")
            .asString("");
    var page = "/tasks/" + task;
    var asked =
        await()
            .atMost(PATIENCE)
            .until(() -> browser.read(page), text -> ANSWER.matcher(text).find());
    assertThat(asked)
        .contains("name=\"remember\" value=\"attempt\"> Do not ask again for this in this attempt")
        .doesNotContain("id=\"remembered\"");
    assertThat(browser.read("/needs-you"))
        .contains("name=\"remember\" value=\"attempt\"> Do not ask again for this in this attempt");

    var answered =
        browser.post(
            first(ANSWER, asked), "decision", "approve", "remember", "attempt", "attempt", attempt);
    assertThat(answered.statusCode()).as(answered.body()).isEqualTo(303);
    var remembered =
        await()
            .atMost(PATIENCE)
            .until(() -> browser.read(page), text -> text.contains("<p>went on</p>"));
    assertThat(remembered)
        .contains("Not asked again", "npm &lt;test&gt;", "</i> Approved</dt>")
        .doesNotContain("npm <test>");

    var forget = first(FORGET, remembered);
    var forgotten = browser.post(forget, "attempt", attempt);
    assertThat(forgotten.statusCode()).as(forgotten.body()).isEqualTo(303);
    assertThat(browser.read(page)).doesNotContain("id=\"remembered\"");
    var late = browser.post(forget, "attempt", attempt);
    assertThat(late.statusCode()).isEqualTo(422);
    assertThat(late.body()).contains("is not remembered");
  }
}
