package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import dev.baton.app.BoardFixture;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed while somebody types, and comes back. */
@Tag("slow")
class CutOffInChromiumTest {
  private static final ContainsTextOptions PATIENTLY = new ContainsTextOptions().setTimeout(60_000);

  @RegisterExtension final Chromium chromium = new Chromium();
  @TempDir Path directory;

  private Program serve(int port) {
    return Program.baton(
        "serve", "--port", String.valueOf(port), "--json", "--data-dir", directory + "/data");
  }

  @Test
  void a_page_says_that_it_is_cut_off_keeps_what_is_typed_and_catches_up() throws Exception {
    var repository = BoardFixture.makeRepository(directory.resolve("repo"));
    var page = chromium.page(Chromium.wide());
    int port;
    try (var server = serve(0)) {
      var where = Json.parseObject(server.line());
      port = URI.create(where.path("url").asString("")).getPort();
      page.navigate(
          "http://127.0.0.1:%d/?token=%s".formatted(port, where.path("token").asString("")));
      page.locator("#path").fill(repository.toString());
      page.keyboard().press("Enter");
      assertThat(page.locator("#columns")).isVisible();
      assertThat(page.locator(".connection")).hasText("Live");
      page.keyboard().press("c");
      page.getByLabel("Title").fill("Half a tit");
      server.kill();

      assertThat(page.locator(".connection")).containsText("Reconnecting…");
      page.getByLabel("Title").press("End");
      page.keyboard().type("le");
      page.keyboard().press("Control+Enter");
      assertThat(page.locator("#new-task .problem")).containsText("The server cannot be reached");
      assertThat(page.locator(".connection"))
          .containsText(Pattern.compile("Cut off since .*, showing what was known"), PATIENTLY);
      assertThat(page.getByLabel("Title")).hasValue("Half a title");
    }
    try (var server = serve(port)) {
      server.line();
      assertThat(page.locator(".connection")).containsText("Live, caught up", PATIENTLY);
      assertThat(page.getByLabel("Title")).hasValue("Half a title");
      InChromium.words(page, "Create").click();
      assertThat(page.locator("#cards-todo")).containsText("Half a title");
      // why: a server that is away makes every browser complain
      chromium.forgive();
    }
  }
}
