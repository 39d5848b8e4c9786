package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ReducedMotion;
import dev.baton.app.Repository;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The picture of the board in the README; {@code tools/write-docs} takes it anew. */
class BoardPictureTest extends InChromium {
  private static final Path PICTURE = Repository.root().resolve("docs/board.png");
  private static final int MOST_BYTES = 300_000;

  private final List<String> endless = new ArrayList<>();

  @Test
  void the_readme_shows_the_board() throws IOException {
    assertThat(Repository.root().resolve("README.md")).content().contains("(docs/board.png)");
    assertThat(Files.readAllBytes(PICTURE))
        .startsWith(0x89, 'P', 'N', 'G')
        .hasSizeLessThan(MOST_BYTES);
  }

  @Test
  void the_picture_is_taken_of_a_real_board() throws Exception {
    assumeTrue(Boolean.getBoolean("baton.docs.write"), "only tools/write-docs takes the picture");
    fill();
    var page =
        chromium.page(
            Chromium.wide()
                .setViewportSize(1280, 680)
                .setDeviceScaleFactor(1.5)
                .setReducedMotion(ReducedMotion.REDUCE));
    page.navigate(address() + "/?token=" + board.token());
    page.navigate(address() + "/projects/" + board.project());
    assertThat(page.locator(".connection")).hasText("Live");
    assertThat(page.locator("#inprogress .is-needs")).isVisible();
    assertThat(page.locator("#inreview .is-review")).hasCount(3);

    page.screenshot(new ScreenshotOptions().setPath(PICTURE));

    for (var attempt : endless) {
      board
          .client()
          .call("stop_attempt", Json.object().put("attempt_id", attempt).put("force", true));
    }
  }

  /** A day's work. */
  private void fill() throws Exception {
    task("Explain the tax rounding in the docs");
    task("Upgrade to Spring Boot 4.1", "dependencies");
    task("Dark mode for the order e-mails", "design");
    task("Rate-limit the login form", "security");
    move(ended("Fix the currency sign for CHF", "write currency.txt CHF"), "done");
    move(ended("Show VAT per line on the invoice", "write invoice.txt VAT", "payments"), "done");
    move(ended("Guest checkout keeps the cart", "write cart.txt kept", "checkout"), "done");
    move(task("Import the old catalogue"), "cancelled");
    ended("Remove unused feature flags", "write flags.txt none", "cleanup");
    ended("Search by product number", "write search.txt number");
    ended("Retry payment webhooks with back-off", "write retries.txt 2 4 8", "payments");
    ended("Translate the checkout into German", "say The glossary is missing\nexit 3");
    running("Cache the price list", "DEFAULT", "say The second read is fast now\nhang", "speed");
    running("Show stock on the product page", "DEFAULT", "say I look for the template\nhang");
    running(
        "Fix the failing checkout test",
        "APPROVALS",
        "ask npx playwright install chromium",
        "checkout",
        "bug");
  }

  private String task(String title, String... labels) throws Exception {
    var request = Json.object().put("project_id", board.project()).put("title", title);
    var names = request.putArray("labels");
    List.of(labels).forEach(names::add);
    return board.client().call("create_task", request).path("task_id").asString("");
  }

  private void move(String task, String status) throws Exception {
    board.client().call("update_task", Json.object().put("task_id", task).put("status", status));
  }

  private String start(String task, String variant, String script) throws Exception {
    return board
        .client()
        .call(
            "start_task_attempt",
            Json.object()
                .put("task_id", task)
                .put("executor", "FAKE_AGENT")
                .put("variant", variant)
                .put("prompt", script))
        .path("attempt_id")
        .asString("");
  }

  /** A task with an attempt that has ended. */
  private String ended(String title, String script, String... labels) throws Exception {
    var task = task(title, labels);
    board
        .client()
        .call(
            "get_attempt_status",
            Json.object()
                .put("attempt_id", start(task, "DEFAULT", script))
                .put("wait_ms", 45_000)
                .put("since_state", "running"));
    return task;
  }

  private void running(String title, String variant, String script, String... labels)
      throws Exception {
    endless.add(start(task(title, labels), variant, script));
  }
}
