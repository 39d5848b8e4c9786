package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Pages of a real browser without a window. What a page complains about fails the test at its end:
 * a message of the content security policy, any error or warning in the console, a request that
 * failed or that nobody answers.
 */
public final class Chromium implements BeforeEachCallback, AfterTestExecutionCallback {
  /** Somebody turns it off by leaving a page, so it has no end of its own. */
  private static final String STREAM = "/events";

  /** Asked by the browser itself, which does not always tell who watches it of the answer. */
  private static final String SERVICE_WORKER = "/worker.js";

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(Chromium.class);

  private final List<BrowserContext> contexts = new ArrayList<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final Set<Request> unanswered = ConcurrentHashMap.newKeySet();
  private Optional<ChromiumProgram> program = Optional.empty();

  @Override
  public void beforeEach(ExtensionContext context) {
    contexts.clear();
    complaints.clear();
    unanswered.clear();
    program =
        Optional.of(
            context
                .getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(
                    ChromiumProgram.class, _ -> ChromiumProgram.start(), ChromiumProgram.class));
  }

  /** Before anything is closed, of which pages would complain. */
  @Override
  public void afterTestExecution(ExtensionContext context) {
    try {
      if (context.getExecutionException().isEmpty()) {
        assertQuiet();
      }
    } finally {
      contexts.forEach(BrowserContext::close);
    }
  }

  /** A page of a browser of its own. */
  public Page page(NewContextOptions options) {
    var context = program.orElseThrow().browser().newContext(options);
    contexts.add(context);
    context.setDefaultTimeout(ChromiumProgram.PATIENCE_MS);
    context.onRequest(
        request -> {
          if (!request.url().contains(STREAM) && !request.url().endsWith(SERVICE_WORKER)) {
            unanswered.add(request);
          }
        });
    context.onResponse(response -> unanswered.remove(response.request()));
    context.onRequestFailed(this::failed);
    return tab(context);
  }

  /** Another tab of the same browser. */
  Page tab(Page page) {
    return tab(page.context());
  }

  private Page tab(BrowserContext context) {
    var page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") || message.type().equals("warning")) {
            complaints.add(
                "%s: %s (%s)".formatted(message.type(), message.text(), message.location()));
          }
        });
    // why: nobody waits for what the page before this one asked
    page.onDOMContentLoaded(
        loaded -> unanswered.removeIf(request -> request.frame().page().equals(loaded)));
    page.onClose(closed -> unanswered.removeIf(request -> request.frame().page().equals(closed)));
    page.onPageError(error -> complaints.add("error: " + error));
    return page;
  }

  private void failed(Request request) {
    unanswered.remove(request);
    // why: who goes on to another page needs no answer to what the first one asked
    if (!request.failure().contains("ERR_ABORTED") && !request.url().contains(STREAM)) {
      complaints.add("failed: %s %s".formatted(request.url(), request.failure()));
    }
  }

  /** For somebody who wants to look: a picture in the folder that {@code baton.pictures} names. */
  static void picture(Page page, String name) {
    Optional.ofNullable(System.getProperty("baton.pictures"))
        .ifPresent(
            folder ->
                page.screenshot(
                    new Page.ScreenshotOptions().setPath(Path.of(folder, name + ".png"))));
  }

  public static NewContextOptions wide() {
    return new NewContextOptions().setViewportSize(1280, 800);
  }

  static NewContextOptions phone() {
    return new NewContextOptions().setViewportSize(390, 844).setHasTouch(true).setIsMobile(true);
  }

  private void assertQuiet() {
    for (var page : contexts.stream().flatMap(it -> it.pages().stream()).toList()) {
      try {
        page.waitForCondition(
            unanswered::isEmpty,
            new Page.WaitForConditionOptions().setTimeout(ChromiumProgram.PATIENCE_MS));
      } catch (PlaywrightException e) {
        unanswered.forEach(request -> complaints.add("unanswered: " + request.url()));
      }
    }
    assertThat(complaints).isEmpty();
  }

  /** A server that is away or refuses on purpose makes its pages complain. */
  public void forgive() {
    complaints.clear();
  }

  /** Finds nothing that keeps people out, in both schemes. */
  void assertAccessible(Page page, String what) {
    for (var scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      // why no motion: a colour on its way to another is neither of them
      page.emulateMedia(
          new Page.EmulateMediaOptions()
              .setColorScheme(scheme)
              .setReducedMotion(ReducedMotion.REDUCE));
      var found =
          new AxeBuilder(page)
              .withTags(List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"))
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
}
