package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.baton.mcp.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents that ask, and people who answer them while others do. */
class AnswersInChromiumTest extends InChromium {
  private String ask(String title) throws Exception {
    var started =
        board
            .client()
            .call(
                "start_task_attempt",
                Json.object()
                    .put("task_id", task(title))
                    .put("executor", "FAKE_AGENT")
                    .put("variant", "APPROVALS")
                    .put("prompt", "ask npm test"));
    return started.path("attempt_id").asString();
  }

  @Test
  void keys_of_somebody_who_writes_a_reason_answer_nothing_else() throws Exception {
    var first = ask("Asks first");
    var second = ask("Asks second");
    var page = enter();
    page.navigate(address() + "/needs-you");
    assertThat(page.locator(".waits .deny")).hasCount(2);
    page.keyboard().press("j");
    page.keyboard().press("d");
    assertThat(page.locator(".deny [name=reason]").first()).isFocused();
    page.keyboard().type("half typed");
    var answered =
        page.locator(".waits > li").first().textContent().contains("first") ? first : second;
    respond(answered);
    assertThat(page.locator(".waits .answered .problem")).containsText("yours was not sent");

    page.keyboard().type(" and more");
    page.keyboard().press("Enter");

    assertThat(page.locator(".waits .answered [name=reason]")).hasValue("half typed and more");
    assertThat(page.locator(".waits .answered button")).hasCount(0);
    assertThat(page.locator(".waits > li:not(.answered) .deny")).hasCount(1);
    assertThat(page.locator(".waits > li:not(.answered) .deny[open]")).hasCount(0);
    page.locator(".waits .answered [name=reason]").fill("");
    task("Something else happens");
    assertThat(page.locator(".waits .answered")).hasCount(0);
    assertThat(page.locator(".waits > li .deny")).hasCount(1);
  }

  @Test
  void a_reason_stays_on_the_task_page_when_somebody_else_has_answered() throws Exception {
    var attempt = ask("Asks on its page");
    var page = enter();
    card(page, "inprogress", "Asks on its page").locator(".title").click();
    page.locator(".approval .deny > summary").click();
    page.locator(".approval [name=reason]").pressSequentially("because it");
    respond(attempt);

    assertThat(page.locator(".approval .problem"))
        .hasText(
            "Somebody answered this meanwhile; yours was not sent. What you typed is still here: copy"
                + " it.");
    assertThat(page.locator(".approval button")).hasCount(0);
    assertThat(page.locator(".approval [name=reason]")).isFocused();
    page.keyboard().type(" is slow");
    page.keyboard().press("Enter");
    board.awaitEnd(attempt);
    assertThat(page.locator(".tile").first()).containsText("Completed");
    assertThat(page.locator(".approval [name=reason]")).hasValue("because it is slow");

    page.locator(".approval [name=reason]").fill("");
    task("Something else happens");
    assertThat(page.locator(".approval")).hasCount(0);
  }

  private void respond(String attempt) throws Exception {
    var status =
        board.client().call("get_attempt_status", Json.object().put("attempt_id", attempt));
    var approval = status.path("pending_approvals").path(0).path("approval_id").asString();
    board
        .client()
        .call(
            "respond_approval",
            Json.object().put("approval_id", approval).put("decision", "approve"));
  }

  @Test
  void what_is_said_at_a_row_that_was_not_answered_leaves_the_row_as_it_is() throws Exception {
    ask("Asks somebody whose session ends");
    var page = enter();
    page.navigate(address() + "/needs-you");
    var what = page.locator(".waits .what");
    var before = what.boundingBox().width;
    page.context().clearCookies();
    page.locator(".waits [data-act=approve]").click();

    assertThat(page.locator(".waits .acts .problem")).containsText("Your session has ended");
    // why less: the row that has the focus shows its keys
    assertThat(what.boundingBox().width).isGreaterThan(before - 40);
    page.locator(".waits .deny > summary").click();
    page.locator(".waits .deny[open] .button").last().click();
    assertThat(page.locator(".waits .deny .problem")).isInViewport();
    chromium.forgive();
  }

  @Test
  void no_other_button_comes_under_the_finger_that_denies() throws Exception {
    var task = task("Asks");
    board
        .client()
        .call(
            "start_task_attempt",
            Json.object()
                .put("task_id", task)
                .put("executor", "FAKE_AGENT")
                .put("variant", "APPROVALS")
                .put("prompt", "ask npm test"));
    for (var size : List.of(Chromium.wide(), Chromium.phone())) {
      var page = enter(chromium.page(size));
      page.navigate(address() + "/needs-you");
      assertStays(page, ".waits [data-act=approve]");
    }
    var page = enter(chromium.page(Chromium.phone()));
    page.navigate(address() + "/tasks/" + task);
    assertStays(page, ".approval .answers [data-main] >> nth=0");
    assertThat(page.locator(".approval [name=reason]")).isFocused();
    page.navigate(address() + "/needs-you");
    page.locator(".deny > summary").click();
    page.locator(".deny [name=reason]").pressSequentially("not now");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".waits .deny")).hasCount(0);
    page.navigate(address() + "/tasks/" + task);
    assertThat(page.locator(".entries")).containsText("Reason: not now");
    assertThat(page.locator(".tile").first()).containsText("Completed");
  }

  /** The field for a reason is opened, and what approves stays where it was. */
  private static void assertStays(Page page, String approve) {
    assertThat(page.locator(approve)).isVisible();
    var before = page.locator(approve).boundingBox();
    page.locator(".deny > summary").click();
    assertThat(page.locator(".deny [name=reason]")).isVisible();
    assertThat(page.locator(".deny form .button")).isInViewport();
    var after = page.locator(approve).boundingBox();
    assertThat(List.of(after.x, after.y, after.width, after.height))
        .isEqualTo(List.of(before.x, before.y, before.width, before.height));
  }
}
