package dev.baton.app.web.insight;

import dev.baton.app.doctor.Finding;
import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.StateView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.notice.EventWords;
import dev.baton.orchestrator.workspace.DiskUse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The health of the server: findings of the doctor, nodes, storage, limits, the last events. */
public final class HealthPage {
  private static final int MOST_EVENTS = 30;
  private static final int MOST_NODES = 200;

  /**
   * What the server says about itself; asked at every visit.
   *
   * @param findings what the doctor finds
   * @param storage bytes by what they are for
   * @param limits settings in words, by their names
   */
  public record HealthReport(
      List<Finding> findings, Map<String, Long> storage, Map<String, String> limits) {
    /** The report of a server that nobody visits. */
    public static HealthReport none() {
      return new HealthReport(List.of(), Map.of(), Map.of());
    }
  }

  record HealthView(
      String words,
      List<Finding> findings,
      List<NodeRow> nodes,
      List<Row> storage,
      List<Row> limits,
      List<EventRow> events) {}

  /** A name and what is said of it. */
  record Row(String name, String words) {}

  /**
   * A node; how long ago something was is by the clock of the database.
   *
   * @param node what it is called
   * @param name the same, made visible
   * @param state in words
   * @param sign of the state
   * @param actions what can be done with it, as the form calls it
   */
  record NodeRow(
      String node,
      String name,
      String kind,
      String state,
      String sign,
      String runs,
      String executors,
      String labels,
      String version,
      String started,
      String seen,
      List<NodeAction> actions) {}

  /** What people can do with a node. */
  enum NodeAction {
    DRAIN("Drain"),
    RESUME("Resume"),
    REMOVE("Remove");

    private final String words;

    NodeAction(String words) {
      this.words = words;
    }

    /** The word on the button. */
    public String words() {
      return words;
    }

    /** The word in the form. */
    public String wireName() {
      return words.toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Something that happened.
   *
   * @param about the task or project that it is about; empty if it is about the whole board
   */
  record EventRow(Instant at, String age, String words, Optional<About> about) {}

  /** What an event is about; what is gone has no address. */
  record About(String name, Optional<String> address) {}

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
            orchestrator.nodes().list().stream().limit(MOST_NODES).map(this::row).toList(),
            report.storage().entrySet().stream()
                .map(entry -> new Row(entry.getKey(), DiskUse.words(entry.getValue())))
                .toList(),
            report.limits().entrySet().stream()
                .map(entry -> new Row(entry.getKey(), entry.getValue()))
                .toList(),
            rows(frame, now));
    return Html.page(out -> JtehealthGenerated.render(out, Html.PLAIN, frame, view));
  }

  private List<EventRow> rows(Frame frame, Instant now) {
    var events = events();
    var tasks =
        orchestrator
            .insights()
            .tasks(events.stream().flatMap(event -> event.taskId().stream()).toList());
    return events.stream()
        .map(
            event ->
                new EventRow(
                    event.happenedAt(),
                    Ages.since(event.happenedAt(), now),
                    StateView.reason(EventWords.of(event, AgentNames::of)),
                    event
                        .taskId()
                        .map(id -> about(id, event, tasks))
                        .or(() -> event.projectId().flatMap(id -> about(id, frame)))))
        .toList();
  }

  private static About about(UUID taskId, BoardEvent event, Map<UUID, BoardTask> tasks) {
    return Optional.ofNullable(tasks.get(taskId))
        .map(
            task ->
                new About(
                    VisibleText.line("#%d %s".formatted(task.number(), task.title())),
                    Optional.of(
                        "/tasks/%s%s"
                            .formatted(
                                taskId, event.attemptId().map(id -> "?attempt=" + id).orElse("")))))
        .orElse(new About("A task that is gone", Optional.empty()));
  }

  private static Optional<About> about(UUID projectId, Frame frame) {
    return frame.projects().stream()
        .filter(project -> project.id().equals(projectId))
        .map(
            project ->
                new About(VisibleText.line(project.name()), Optional.of("/projects/" + projectId)))
        .findFirst();
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

  private NodeRow row(KnownNode node) {
    return new NodeRow(
        node.name(),
        VisibleText.of(node.name()),
        node.kind().wireName(),
        node.state(),
        !node.isLive() ? "failed" : node.isDraining() ? "behind" : "done",
        "%d of %d".formatted(node.running(), node.room()),
        node.facts().map(HealthPage::executors).orElse("not told yet"),
        VisibleText.of(String.join(", ", node.labels())),
        VisibleText.of(node.facts().map(NodeFacts::version).orElse("not told yet")),
        node.startedAt()
            .map(since -> ago(Duration.between(since, node.seenAt()).plus(node.silence())))
            .orElse("not told yet"),
        ago(node.silence()),
        actions(node));
  }

  private static String executors(NodeFacts facts) {
    return VisibleText.of(
        facts.executors().stream()
            .map(
                it ->
                    AgentNames.of(it.name())
                        + it.version().map(version -> " " + version).orElse(""))
            .collect(Collectors.joining(", ")));
  }

  private static String ago(Duration age) {
    return Ages.span(age.isNegative() ? Duration.ZERO : age) + " ago";
  }

  private List<NodeAction> actions(KnownNode node) {
    var isOver = !node.isLive() && !node.name().equals(orchestrator.nodes().self());
    return Stream.concat(
            Stream.of(node.isDraining() ? NodeAction.RESUME : NodeAction.DRAIN),
            isOver ? Stream.of(NodeAction.REMOVE) : Stream.empty())
        .toList();
  }

  /** Does with a node what the form says. */
  public Route.Response change(Visit visit) {
    var name = visit.form().text("node");
    var wanted = visit.form().text("action");
    var action =
        Stream.of(NodeAction.values())
            .filter(each -> each.wireName().equals(wanted))
            .findFirst()
            .orElseThrow(
                () ->
                    ToolFailure.invalid(
                        "/action",
                        "'%s' cannot be done with a node".formatted(wanted),
                        "Load the page again"));
    var _ =
        switch (action) {
          case DRAIN -> orchestrator.nodes().drain(name, Duration.ZERO);
          case RESUME -> orchestrator.nodes().resume(name);
          case REMOVE -> orchestrator.nodes().remove(name);
        };
    return Route.Response.seeOther("/health");
  }
}
