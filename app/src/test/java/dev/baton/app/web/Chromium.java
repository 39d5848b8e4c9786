package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.app.Absent;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A real browser without a window. Every complaint of a page is kept, and fails the test. */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser browser;
  private final List<BrowserContext> contexts = new ArrayList<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  private Chromium(Playwright playwright, Path program) {
    this.playwright = playwright;
    // why: root, as on a build server, cannot have Chromium's own sandbox
    this.browser =
        playwright
            .chromium()
            .launch(
                new LaunchOptions().setExecutablePath(program).setArgs(List.of("--no-sandbox")));
  }

  /** Skips the calling test if there is no browser on this machine. */
  static Chromium open() {
    var program =
        find()
            .orElseGet(
                () ->
                    Absent.skip(
                        "The board in a browser",
                        "there is no Chromium on PATH; install Debian's package chromium"));
    return new Chromium(
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))),
        program);
  }

  private static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** A page of a browser of its own. */
  Page page(NewContextOptions options) {
    var context = browser.newContext(options);
    contexts.add(context);
    context.setDefaultTimeout(20_000);
    var page = context.newPage();
    listen(page);
    return page;
  }

  /** Another tab of the same browser. */
  Page tab(Page page) {
    var tab = page.context().newPage();
    listen(tab);
    return tab;
  }

  private void listen(Page page) {
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") || message.type().equals("warning")) {
            complaints.add("%s: %s".formatted(message.type(), message.text()));
          }
        });
    page.onPageError(error -> complaints.add("error: " + error));
  }

  static NewContextOptions wide() {
    return new NewContextOptions().setViewportSize(1280, 800);
  }

  static NewContextOptions phone() {
    return new NewContextOptions().setViewportSize(390, 844).setHasTouch(true).setIsMobile(true);
  }

  /** No page has complained. */
  void assertQuiet() {
    assertThat(complaints).isEmpty();
  }

  /** A server that is away on purpose makes its pages complain. */
  void forgive() {
    complaints.clear();
  }

  /** Finds nothing that keeps people out, in both schemes. */
  void assertAccessible(Page page, String what) {
    for (var scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      var found =
          new AxeBuilder(page)
              .withTags(List.of("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"))
              .analyze()
              .getViolations();
      assertThat(found.stream().map(Chromium::words)).as("%s, %s", what, scheme).isEmpty();
    }
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
  }

  private static String words(Rule rule) {
    return "%s: %s at %s"
        .formatted(
            rule.getId(),
            rule.getHelp(),
            rule.getNodes().stream().limit(3).map(node -> node.getHtml()).toList());
  }

  @Override
  public void close() {
    contexts.forEach(BrowserContext::close);
    browser.close();
    playwright.close();
  }
}
