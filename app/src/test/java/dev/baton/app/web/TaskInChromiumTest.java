package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import dev.baton.mcp.protocol.Json;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The page of a task: its images, and conversations that are long or hostile. */
class TaskInChromiumTest extends OnOneBoard {
  /** A million in the nightly build. */
  private static final int ENTRIES = Integer.getInteger("baton.page.entries", 100_000);

  private static final int MOST_NODES = 5_000;

  /** As somebody pastes who has copied a picture. */
  private static final String PASTE =
      """
      async (field) => {
        const canvas = new OffscreenCanvas(4, 4);
        canvas.getContext("2d").fillRect(0, 0, 2, 2);
        const file = new File([await canvas.convertToBlob()], "pasted.png", { type: "image/png" });
        const copied = new DataTransfer();
        copied.items.add(file);
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: copied, bubbles: true, cancelable: true }));
      }
      """;

  /** Counts the entries as soon as no more come. */
  private static final String LOADED =
      """
      () => new Promise((rests) => {
        let last = -1;
        const look = () => {
          const now = document.querySelectorAll(".conversation .entry").length;
          if (now === last) rests(now);
          last = now;
          setTimeout(look, 1500);
        };
        look();
      })
      """;

  private static final String ALL_SHOWN =
      "list => list.length > 0 && list.every(it => it.complete && it.naturalWidth > 0)";

  private static FilePayload picture(String name) throws IOException {
    var bytes = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB), "png", bytes);
    return new FilePayload(name, "image/png", bytes.toByteArray());
  }

  private String open(Page page, String title, String script) throws Exception {
    var attempt = board.attempt(title, script);
    openAttempt(page, attempt);
    return attempt;
  }

  private void openAttempt(Page page, String attempt) throws Exception {
    var status =
        board.client().call("get_attempt_status", Json.object().put("attempt_id", attempt));
    page.navigate("%s/tasks/%s".formatted(address(), status.path("task_id").asString("")));
    assertThat(page.locator(".connection")).hasText("Live");
  }

  @Test
  void a_conversation_is_opened_at_its_end_however_tall_its_messages_are() throws Exception {
    var page = enter();
    for (var script : List.of("say short", "say tall\n".repeat(80))) {
      open(page, "Tall", script);
      page.waitForCondition(() -> isAtEnd(page));
      page.navigate(address() + "/");
      card(page, "inreview", "Tall").first().locator(".title").click();
      assertThat(page.locator(".conversation .entry").last()).isInViewport();
      page.waitForCondition(() -> isAtEnd(page));
    }
  }

  @Test
  void who_goes_to_the_top_of_a_long_conversation_keeps_the_place() throws Exception {
    var page = enter();
    open(page, "Long", "lines 3000 60");
    page.waitForCondition(() -> isAtEnd(page));

    page.evaluate(LOADED);
    page.mouse().move(400, 400);
    for (int step = 0; step < 5; step++) {
      page.mouse().wheel(0, -20_000);
    }
    var loaded = (Number) page.evaluate(LOADED);

    org.assertj.core.api.Assertions.assertThat(loaded.intValue())
        .as("entries, when no more came")
        .isLessThan(1_000);
  }

  private static boolean isAtEnd(Page page) {
    return Boolean.TRUE.equals(
        page.evaluate("innerHeight + scrollY >= document.documentElement.scrollHeight - 1"));
  }

  @Test
  void images_are_chosen_and_pasted_and_shown_with_task_and_message() throws Exception {
    var page = enter();
    page.keyboard().press("c");
    page.getByLabel("Title").fill("With pictures");
    page.getByLabel("Description").fill("model\nsay I see");
    page.getByLabel("Images, at most").setInputFiles(picture("chosen.png"));
    page.getByLabel("Description").evaluate(PASTE);
    page.getByLabel("Model of Fake Agent").selectOption("careful");
    page.getByLabel("Effort of Fake Agent").selectOption("high");
    page.keyboard().press("Control+Enter");
    card(page, "inreview", "With pictures").locator(".title").click();

    assertThat(page.locator("#task-images img")).hasCount(2);
    assertThat(page.locator("#task-images").getByAltText("pasted.png")).isVisible();
    page.waitForCondition(() -> isShown(page, "#task-images img"));
    assertThat(page.locator("#main")).containsText("model careful, effort high");
    Chromium.picture(page, "images-task");

    page.getByLabel("Follow-up").fill("model\nsay I see it again");
    page.getByLabel("Follow-up").evaluate(PASTE);
    assertThat(page.locator("[data-pictures-target=words]")).hasText("1 image");
    page.locator(".composer").getByLabel("Model of Fake Agent").selectOption("quick");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".entry.you").last().locator("img")).hasCount(1);
    page.waitForCondition(() -> isShown(page, ".entry.you img"));
    assertThat(page.locator("#main")).containsText("model quick, effort");
    assertThat(page.locator("[data-pictures-target=words]")).hasText("Images");
    Chromium.picture(page, "images-message");
  }

  private static boolean isShown(Page page, String images) {
    return Boolean.TRUE.equals(page.locator(images).evaluateAll(ALL_SHOWN));
  }

  @Test
  void what_is_no_picture_is_refused_with_a_sentence_and_the_words_stay() throws Exception {
    var page = enter();
    open(page, "No picture", "say hello");
    page.getByLabel("Follow-up").fill("Look at this");
    page.getByLabel("Images", new Page.GetByLabelOptions().setExact(true))
        .setInputFiles(
            new FilePayload("liar.png", "image/png", "<script>".getBytes(StandardCharsets.UTF_8)));
    page.locator(".composer [data-main]").click();
    assertThat(page.locator("#follow-up-problem")).containsText("no PNG, JPEG, WebP or GIF");
    assertThat(page.getByLabel("Follow-up")).hasValue("Look at this");
    // why: the browser calls an answer with status 422 an error
    chromium.forgive();
  }

  @Test
  void the_output_of_a_hostile_agent_does_nothing() throws Exception {
    var page = enter();
    open(
        page,
        "Hostile",
        """
        lines 1 5000000
        say <script>document.title='taken'</script><img src=x onerror=alert(1)>
        say [a](javascript:alert(1)) ![b](http://192.0.2.1/x.png) \u202egnp.exe\u200b
        say \u001b]0;taken\u0007\u001b[31mred\u001b[0m \u001b[2J
        say after it\
        """);

    assertThat(page.locator("#main")).containsText("after it");
    assertThat(page.getByText("<script>").first()).isVisible();
    assertThat(page).hasTitle(Pattern.compile(".*Hostile.*Baton"));
    assertThat(page.locator("#main")).containsText("\\u202e");
    for (var nothing : List.of("#main script", "#main img", "#main a[href^=javascript]")) {
      assertThat(page.locator(nothing)).hasCount(0);
    }
    assertThat(nodes(page)).isLessThan(MOST_NODES);
    chromium.assertAccessible(page, "hostile");
    page.getByText("Raw output").click();
    assertThat(page.locator(".conversation.raw")).containsText("more characters");
    assertThat(page).hasTitle(Pattern.compile(".*Hostile.*Baton"));
  }

  private static int nodes(Page page) {
    return ((Number) page.evaluate("document.querySelectorAll('*').length")).intValue();
  }

  @Test
  void a_conversation_of_very_many_entries_opens_at_its_end_and_is_read_upwards() throws Exception {
    var attempt = board.attempt("Long", "say the only one");
    fill(attempt);
    var page = enter();
    openAttempt(page, attempt);

    assertThat(page.getByText("entry " + ENTRIES, exactly())).isInViewport();
    assertThat(nodes(page)).isLessThan(MOST_NODES);
    page.mouse().move(400, 500);
    for (var older = ENTRIES - 60; older > ENTRIES - 300; older -= 60) {
      var entry = page.getByText("entry " + older, exactly());
      page.waitForCondition(
          () -> {
            page.mouse().wheel(0, -3_000);
            return entry.count() == 1;
          });
    }
    board
        .client()
        .call(
            "follow_up",
            Json.object()
                .put("attempt_id", attempt)
                .put("action", "send")
                .put("prompt", "say something new"));
    assertThat(page.locator(".news")).containsText("new ↓");
    page.locator(".news").click();
    assertThat(page.getByText("something new", exactly()).last()).isInViewport();
    // why twice: the reader has asked for a few hundred older entries beside the newest
    assertThat(nodes(page)).isLessThan(2 * MOST_NODES);
  }

  private static Page.GetByTextOptions exactly() {
    return new Page.GetByTextOptions().setExact(true);
  }

  /** Straight into the store; an agent would take an hour. */
  private void fill(String attempt) throws Exception {
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + home.resolve("data/baton.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          """
          with recursive n(i) as (select 1 union all select i + 1 from n where i < %d)
          insert into log_entry (attempt_id, channel, entry_index, process_id, logged_at, type,
            content, continues, replaces, tool, entry_key)
          select e.attempt_id, e.channel, a.next_normalized_index + n.i - 1, e.process_id, e.logged_at,
            e.type, 'entry ' || n.i, 0, null, null, null
          from log_entry e join attempt a on a.id = e.attempt_id cross join n
          where e.attempt_id = '%s' and e.content = 'the only one'
          """
              .formatted(ENTRIES, attempt));
      statement.executeUpdate(
          "update attempt set next_normalized_index = next_normalized_index + %d where id = '%s'"
              .formatted(ENTRIES, attempt));
    }
  }
}
