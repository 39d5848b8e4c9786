package dev.baton.app.web;

import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.baton.app.Absent;
import dev.baton.app.NodeTools;
import dev.baton.app.Program;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One Chromium for all tests of a run: that of the machine, else the one that npm has. */
final class ChromiumProgram implements AutoCloseable {
  private static final String WHAT = "The board in a browser";
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  /** Set to {@code npm} to try the browser of npm on a machine that has one of its own. */
  private static final String CHOICE = "baton.browser";

  /** For a machine that does much else. */
  static final double PATIENCE_MS = 60_000;

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser browser;

  private ChromiumProgram(Playwright playwright, LaunchOptions options) {
    this.playwright = playwright;
    this.browser = playwright.chromium().launch(options);
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
  }

  /** Ends the calling test if there is no browser: skipped on a desk, failed on a build server. */
  static ChromiumProgram start() {
    // why: root, as on a build server, cannot have Chromium's own sandbox
    var arguments = new ArrayList<>(List.of("--no-sandbox"));
    var found = find();
    if (found.isEmpty()) {
      arguments.add("--headless=shell");
    }
    var program = found.isPresent() ? found.get() : ofNpm();
    return new ChromiumProgram(
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))),
        new LaunchOptions().setExecutablePath(program).setArgs(arguments));
  }

  private static Optional<Path> find() {
    if ("npm".equals(System.getProperty(CHOICE))) {
      return Optional.empty();
    }
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Needs no installation: its module unpacks it. */
  private static Path ofNpm() {
    try {
      return unpacked();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while npm's browser was unpacked", e);
    }
  }

  private static Path unpacked() throws IOException, InterruptedException {
    var tools = NodeTools.installOrSkip(WHAT);
    tools.fileOrSkip(WHAT, "@sparticuz/chromium");
    try (var program = Program.start(tools.ownScript("chromium.mjs"), Map.of())) {
      var ended = program.await();
      var path = ended.out().strip();
      return ended.code() == 0 && !path.isEmpty()
          ? Path.of(path)
          : Absent.skip(
              WHAT, "no Chromium is on PATH, and that of npm does not start: " + ended.err());
    }
  }

  com.microsoft.playwright.Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
