package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.util.stream.Collectors.joining;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

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
      call("stop_attempt", Json.object().put("attempt_id", attempt).put("force", true));
    }
  }

  /** A day's work. */
  private void fill() throws Exception {
    call("rename_project", Json.object().put("project_id", board.project()).put("name", "shop"));
    task("Explain the tax rounding in the docs");
    task("Upgrade to Spring Boot 4.1", "dependencies");
    task("Dark mode for the order e-mails", "design");
    var waiting = task("Rate-limit the login form", "security");
    merge(ended("Fix the currency sign for CHF", lines("currency", 4)));
    merge(ended("Show VAT per line on the invoice", lines("invoice", 58), "payments"));
    merge(ended("Guest checkout keeps the cart", lines("cart", 133), "checkout"));
    move(task("Import the old catalogue"), "cancelled");
    ended("Remove unused feature flags", lines("flags", 9), "cleanup");
    ended("Search by product number", lines("search", 87));
    ended("Retry payment webhooks with back-off", lines("retries", 212), "payments");
    ended("Translate the checkout into German", "say The glossary is missing\nexit 3");
    running("Cache the price list", "DEFAULT", "say The second read is fast now\nhang", "speed");
    running("Show stock on the product page", "DEFAULT", "say I look for the template\nhang");
    var asking =
        running(
            "Fix the failing checkout test",
            "APPROVALS",
            lines("checkout", 42) + "\nask npx playwright install chromium",
            "checkout",
            "bug");
    var blocked = Json.object().put("task_id", waiting);
    blocked.putArray("blocked_by").add(asking);
    blocked.putObject("auto_start").put("executor", "FAKE_AGENT");
    call("update_task", blocked);
  }

  /** What makes the agent write a file of so many lines. */
  private static String lines(String name, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> "append %s.txt line %d".formatted(name, number))
        .collect(joining("\n"));
  }

  private JsonNode call(String tool, ObjectNode arguments) throws Exception {
    return board.client().call(tool, arguments);
  }

  private String task(String title, String... labels) throws Exception {
    var request = Json.object().put("project_id", board.project()).put("title", title);
    var names = request.putArray("labels");
    List.of(labels).forEach(names::add);
    return call("create_task", request).path("task_id").asString("");
  }

  private void move(String task, String status) throws Exception {
    call("update_task", Json.object().put("task_id", task).put("status", status));
  }

  private void merge(String attempt) throws Exception {
    call("merge_attempt", Json.object().put("attempt_id", attempt));
  }

  private String start(String task, String variant, String script) throws Exception {
    return call(
            "start_task_attempt",
            Json.object()
                .put("task_id", task)
                .put("executor", "FAKE_AGENT")
                .put("variant", variant)
                .put("prompt", script))
        .path("attempt_id")
        .asString("");
  }

  /** An attempt that has ended, of a task of its own. */
  private String ended(String title, String script, String... labels) throws Exception {
    var attempt = start(task(title, labels), "DEFAULT", script);
    call(
        "get_attempt_status",
        Json.object()
            .put("attempt_id", attempt)
            .put("wait_ms", 45_000)
            .put("since_state", "running"));
    return attempt;
  }

  /** A task whose agent does not end. */
  private String running(String title, String variant, String script, String... labels)
      throws Exception {
    var task = task(title, labels);
    endless.add(start(task, variant, script));
    return task;
  }
}
