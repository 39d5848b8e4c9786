package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.event.EventFeed.EventPage;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.planning.BoardReference;
import dev.baton.orchestrator.planning.BoardReference.Kind;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

final class TailEvents {
  record Request(
      @Description("Only of this project; give at most one of the three ids")
          Optional<UUID> projectId,
      @Description("Only of this task") Optional<UUID> taskId,
      @Description("Only of this attempt; then attempt.entries too: its log has grown")
          Optional<UUID> attemptId,
      @Description("Only events after this one, oldest first; without it the newest")
          Optional<BigInteger> afterEvent,
      @Description("Only events of these names, such as attempt.state or attempt.needs_input")
          Optional<List<String>> names,
      @Description(FieldText.LIMIT) Optional<BigInteger> limit,
      @Description("Milliseconds to wait for an event, at most 45000")
          Optional<BigInteger> waitMs) {}

  record Response(
      @Description("What happened, oldest first") List<Item> events,
      @Description("Newest event of all, or null") Optional<Long> latestEventId,
      @Description("More follows; go on with after_event") boolean hasMore,
      @Description("Some events are no longer kept: look at everything") boolean resync) {}

  record Item(
      @Description("Its number, rising") long eventId,
      @Description("What happened") String name,
      @Description("When") Instant at,
      @Description(FieldText.ID_OF_PROJECT) Optional<UUID> projectId,
      @Description(FieldText.ID_OF_TASK) Optional<UUID> taskId,
      @Description(FieldText.ID_OF_ATTEMPT) Optional<UUID> attemptId,
      @Description("More about it, by its name") JsonNode data) {
    static Item of(BoardEvent event) {
      return new Item(
          event.id(),
          event.name().wireName(),
          event.happenedAt(),
          event.projectId(),
          event.taskId(),
          event.attemptId(),
          event.data());
    }
  }

  private TailEvents() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(
            BatonTool.named("tail_events", Request.class, Response.class), orchestrator)
        .title("Tail events")
        .description(
            """
            Shows what happened, of many tasks and attempts at once, and waits for more.
            Use when: you wait for several attempts, or want to know what changed.
            Required: nothing.
            Optional: project_id, task_id or attempt_id, after_event, names, limit, wait_ms.
            Next: after_event with latest_event_id, or with the last event_id if has_more;
            get_attempt_status for what an event names.
            Avoid: a loop of get_attempt_status over many attempts.\
            """)
        .annotations(Hints.READS)
        .taskSupport(TaskSupport.FORBIDDEN)
        .handler(new OperationHandler<>(orchestrator, TailEvents::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context)
      throws InterruptedException {
    // why: other projects do not exist for an agent
    var own =
        AttemptOwner.of(context.owner())
            .map(agent -> orchestrator.attempts().context(agent.attemptId()).project().id());
    var filter = own.map(filter(request)::ofProject).orElseGet(() -> filter(request));
    var after = request.afterEvent().map(TailEvents::number);
    var limit = request.limit().map(Limits::items).orElseGet(PageLimit::byDefault);
    var patience =
        request
            .waitMs()
            .map(Limits::milliseconds)
            .filter(wait -> wait.compareTo(StatusQuery.MAX_WAIT) < 0)
            .orElse(request.waitMs().isPresent() ? StatusQuery.MAX_WAIT : Duration.ZERO);
    var deadline = System.nanoTime() + patience.toNanos();
    try (var listener = orchestrator.events().listen()) {
      while (true) {
        var page =
            after.isPresent()
                ? orchestrator.events().readAfter(filter, after.get(), limit.items())
                : orchestrator.events().readNewest(filter, limit.items());
        if (page.events().isEmpty()) {
          refuseUnknown(orchestrator, request);
        }
        var left = deadline - System.nanoTime();
        if (!page.events().isEmpty() || page.isGap() || left <= 0) {
          return response(page, after, limit);
        }
        var grown = listener.await(Duration.ofNanos(left));
        var signal = grown(orchestrator, request, filter, grown, page);
        if (signal.isPresent()) {
          return new Response(List.of(signal.get()), page.latest(), false, false);
        }
      }
    }
  }

  /** What was deleted is told of; what never was is not. */
  private static void refuseUnknown(Orchestrator orchestrator, Request request) {
    Stream.of(
            request.projectId().map(id -> new BoardReference(Kind.PROJECT, id)),
            request.taskId().map(id -> new BoardReference(Kind.TASK, id)),
            request.attemptId().map(id -> new BoardReference(Kind.ATTEMPT, id)))
        .flatMap(Optional::stream)
        .filter(reference -> orchestrator.board().findPlace(reference).isEmpty())
        .findFirst()
        .ifPresent(
            reference -> {
              throw reference.notFound();
            });
  }

  private static Optional<Item> grown(
      Orchestrator orchestrator,
      Request request,
      EventFilter filter,
      Set<UUID> grown,
      EventPage page) {
    return request
        .attemptId()
        .filter(grown::contains)
        .filter(_ -> filter.wants(EventName.ATTEMPT_ENTRIES))
        .map(id -> entries(orchestrator, id, page));
  }

  private static Item entries(Orchestrator orchestrator, UUID attemptId, EventPage page) {
    var place = orchestrator.board().findPlace(new BoardReference(Kind.ATTEMPT, attemptId));
    var latest = orchestrator.transcripts().findLatestIndex(attemptId);
    return new Item(
        page.latest().orElse(0L),
        EventName.ATTEMPT_ENTRIES.wireName(),
        Instant.now(),
        place.map(BoardReference.Place::projectId),
        place.flatMap(BoardReference.Place::taskId),
        Optional.of(attemptId),
        Json.object().put("latest_index", latest.orElse(-1L)));
  }

  /** Cut to what a page may hold: after an event the first that fit, else the last. */
  private static Response response(EventPage page, Optional<Long> after, PageLimit limit) {
    var view = ItemView.of(Item::of);
    var items = new ArrayList<Item>();
    var bytes = 0;
    for (var event : after.isPresent() ? page.events() : page.events().reversed()) {
      var item = view.view().apply(event);
      bytes += view.size().applyAsInt(item);
      if (bytes > limit.bytes() && !items.isEmpty()) {
        break;
      }
      items.add(item);
    }
    var isCut = items.size() < page.events().size();
    return new Response(
        after.isPresent() ? items : items.reversed(),
        page.latest(),
        after.isPresent() && (page.hasMore() || isCut),
        page.isGap());
  }

  private static long number(BigInteger after) {
    if (after.signum() < 0 && !after.equals(BigInteger.ONE.negate())) {
      throw ToolFailure.invalid(
          "/after_event",
          "after_event is %s, and events are numbered from 1".formatted(after),
          "Repeat the call with latest_event_id of an earlier answer, or with 0 for all events");
    }
    return Math.max(Limits.index(after), 0);
  }

  private static EventFilter filter(Request request) {
    var given =
        Stream.of(request.projectId(), request.taskId(), request.attemptId())
            .filter(Optional::isPresent)
            .count();
    if (given > 1) {
      throw new ToolFailure(
          FailureCode.AMBIGUOUS_TARGET,
          "Several of project_id, task_id and attempt_id were given",
          "Repeat the call with one of them: the narrowest that fits");
    }
    refuseEntriesOfAll(request);
    return new EventFilter(
        request.projectId(),
        request.taskId(),
        request.attemptId(),
        request.names().orElse(List.of()).stream()
            .map(TailEvents::name)
            .collect(Collectors.toUnmodifiableSet()));
  }

  private static void refuseEntriesOfAll(Request request) {
    if (request.attemptId().isEmpty()
        && request.names().equals(Optional.of(List.of(EventName.ATTEMPT_ENTRIES.wireName())))) {
      throw ToolFailure.invalid(
          "/names",
          "attempt.entries is told of one attempt, and attempt_id is missing",
          "Repeat the call with attempt_id, or with other names");
    }
  }

  private static EventName name(String text) {
    return EventName.find(text)
        .orElseThrow(
            () ->
                ToolFailure.invalid(
                    "/names",
                    "There is no event '%s'".formatted(text),
                    "The names are "
                        + Stream.of(EventName.values())
                            .map(EventName::wireName)
                            .collect(Collectors.joining(", "))));
  }
}
