package dev.baton.app.web.insight;

import dev.baton.app.doctor.Finding;
import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.workspace.DiskUse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** How the server is: what the doctor finds, servers, storage, limits, the last events. */
public final class HealthPage {
  private static final int MOST_EVENTS = 30;
  private static final int MOST_NODES = 50;
  private static final Duration SILENT = Duration.ofSeconds(30);

  /**
   * What the server says about itself; asked at every visit.
   *
   * @param findings what the doctor finds
   * @param storage bytes by what they are for
   * @param limits settings in words, by their names
   */
  public record HealthReport(
      List<Finding> findings, Map<String, Long> storage, Map<String, String> limits) {
    /** Of a server that nobody visits. */
    public static HealthReport none() {
      return new HealthReport(List.of(), Map.of(), Map.of());
    }
  }

  record HealthView(
      String words,
      List<Finding> findings,
      List<Row> nodes,
      List<Row> storage,
      List<Row> limits,
      List<EventRow> events) {}

  /** A name and what is said of it. */
  record Row(String name, String words) {}

  record EventRow(long id, String name, Instant at, String age, String words) {}

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final Supplier<HealthReport> source;
  private final Clock clock;

  public HealthPage(
      Orchestrator orchestrator, Frames frames, Supplier<HealthReport> source, Clock clock) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.source = source;
    this.clock = clock;
  }

  public Route.Response show(Visit visit) {
    var frame = frames.frame(visit, Frame.Place.INSIGHTS, "Health");
    var now = clock.instant();
    var report = source.get();
    var view =
        new HealthView(
            words(report.findings()),
            report.findings(),
            orchestrator.insights().nodes(MOST_NODES).stream()
                .map(node -> new Row(VisibleText.of(node.name()), seen(node.seenAt(), now)))
                .toList(),
            report.storage().entrySet().stream()
                .map(entry -> new Row(entry.getKey(), DiskUse.words(entry.getValue())))
                .toList(),
            report.limits().entrySet().stream()
                .map(entry -> new Row(entry.getKey(), entry.getValue()))
                .toList(),
            events().stream().map(event -> row(event, now)).toList());
    return Html.page(out -> JtehealthGenerated.render(out, Html.PLAIN, frame, view));
  }

  private List<BoardEvent> events() {
    var all = new EventFilter(Optional.empty(), Optional.empty(), Optional.empty(), Set.of());
    return orchestrator.events().readNewest(all, MOST_EVENTS).events().reversed();
  }

  private static String words(List<Finding> findings) {
    var serious = findings.stream().filter(Finding::isSerious).count();
    var bad = findings.stream().filter(finding -> !finding.ok()).count();
    if (serious > 0) {
      return "%d of %d checks failed that Baton cannot do without"
          .formatted(serious, findings.size());
    }
    return bad == 0
        ? "all %d checks are well".formatted(findings.size())
        : "Baton works; %d of %d checks have something to say".formatted(bad, findings.size());
  }

  private static String seen(Instant seenAt, Instant now) {
    var silence = Duration.between(seenAt, now);
    return silence.compareTo(SILENT) < 0 ? "alive" : "silent for " + Ages.span(silence);
  }

  private static EventRow row(BoardEvent event, Instant now) {
    return new EventRow(
        event.id(),
        event.name().wireName(),
        event.happenedAt(),
        Ages.since(event.happenedAt(), now),
        VisibleText.of(event.data().toString()));
  }
}
