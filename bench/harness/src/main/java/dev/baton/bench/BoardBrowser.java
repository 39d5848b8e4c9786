package dev.baton.bench;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import com.microsoft.playwright.Response;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The Chromium of this machine with one page open on the board. Not thread safe. */
final class BoardBrowser implements AutoCloseable {
  private final Playwright playwright;
  private final Browser browser;
  private final Page page;
  private final List<Response> responses = new ArrayList<>();

  private BoardBrowser(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
    page = browser.newPage();
    page.onResponse(responses::add);
  }

  /** Starts a browser that has been nowhere yet. */
  static BoardBrowser start() throws IOException {
    var program = findProgram();
    var playwright =
        Playwright.create(
            new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    var browser =
        playwright
            .chromium()
            .launch(
                new LaunchOptions().setExecutablePath(program).setArgs(List.of("--no-sandbox")));
    return new BoardBrowser(playwright, browser);
  }

  private static Path findProgram() throws IOException {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(folder -> Stream.of("chromium", "google-chrome").map(Path.of(folder)::resolve))
        .filter(file -> file.toFile().canExecute())
        .findFirst()
        .orElseThrow(() -> new IOException("Install chromium: pages are measured in a browser"));
  }

  /** Opens a page and waits until its files are there too. */
  void open(String url) {
    page.navigate(url);
    page.locator("main").first().waitFor();
    // why: scripts that a script asks for come later than the page itself
    page.locator("[data-live-target=connection][data-state=live]").waitFor();
  }

  /** What came over the wire for everything that was opened, as it was sent. */
  double receivedKilobytes() {
    return responses.stream()
            .filter(response -> !URI.create(response.url()).getPath().equals("/events"))
            .map(response -> response.request().sizes())
            .mapToDouble(sizes -> sizes.responseBodySize + sizes.responseHeadersSize)
            .sum()
        / 1000;
  }

  double nodes() {
    return ((Number) page.evaluate("document.querySelectorAll('*').length")).doubleValue();
  }

  /** From now on notes when this text is first on the page. */
  void watchFor(String text) {
    page.evaluate(
        """
        text => {
          window.benchSeen = new Promise(seen => {
            const observer = new MutationObserver(() => {
              if (document.body.textContent.includes(text)) {
                observer.disconnect();
                requestAnimationFrame(() => seen(Date.now()));
              }
            });
            observer.observe(document.body, {childList: true, subtree: true, characterData: true});
          });
        }
        """,
        text);
  }

  /** When the text was there, in milliseconds of the machine's clock. */
  long awaitSeen() {
    return ((Number) page.evaluate("() => window.benchSeen")).longValue();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
