package dev.baton.app.web;

import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.AgentNames;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.event.EventFeed.Listener;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Streams what happens to the browser. It carries small facts: what happened to what, and how far
 * the log of an attempt goes. The page then reads what it shows.
 */
final class BrowserStream {
  /**
   * The time after which a stream without news shows that it lives: to whatever stands between, and
   * to us.
   */
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private static final int BATCH = 500;
  private static final String RETRY = "retry: 1000\n\n";
  private static final String COMMENT = ":\n\n";

  private final Orchestrator orchestrator;
  private final Set<Listener> open = ConcurrentHashMap.newKeySet();

  BrowserStream(Orchestrator orchestrator) {
    this.orchestrator = orchestrator;
  }

  Route.Response open(Visit visit) {
    var asked =
        visit
            .request()
            .headers()
            .apply("Last-Event-ID")
            .or(() -> visit.query().find("after"))
            .map(BrowserStream::number);
    return Route.Response.events(sink -> write(sink, asked));
  }

  /** What is no number of an event names one that is not kept: who asks so must look anew. */
  private static long number(String text) {
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
  }

  private void write(Route.EventSink sink, Optional<Long> asked)
      throws IOException, InterruptedException {
    try (var listener = orchestrator.events().listen()) {
      // why: a browser that went on to another page says so only to who writes to it, and each
      // stream that nobody reads takes the place of one that somebody wants
      open.forEach(Listener::wake);
      open.add(listener);
      write(sink, asked, listener);
    }
  }

  private void write(Route.EventSink sink, Optional<Long> asked, Listener listener)
      throws IOException, InterruptedException {
    try {
      sink.send(RETRY);
      var after = asked.orElseGet(orchestrator.events()::latest).longValue();
      while (sink.isAdmitted()) {
        var page = orchestrator.events().readAfter(EventFilter.ALL, after, BATCH);
        if (page.isGap()) {
          after = page.latest().orElse(0L);
          sink.send("id: %d\nevent: resync\ndata: {}\n\n".formatted(after));
        } else {
          sink.send(text(page.events()));
          after = page.events().isEmpty() ? after : page.events().getLast().id();
        }
        if (!page.hasMore() || page.isGap()) {
          var grown = listener.await(HEARTBEAT);
          sink.send(grown.isEmpty() ? COMMENT : entries(grown));
        }
      }
    } finally {
      open.remove(listener);
    }
  }

  private String text(Iterable<BoardEvent> events) {
    var text = new StringBuilder();
    for (var event : events) {
      var data = Json.object().put("id", event.id()).put("name", event.name().wireName());
      event.projectId().ifPresent(id -> data.put("project_id", id.toString()));
      event.taskId().ifPresent(id -> data.put("task_id", id.toString()));
      event.attemptId().ifPresent(id -> data.put("attempt_id", id.toString()));
      orchestrator
          .notices()
          .findWords(event, AgentNames::of)
          .ifPresent(
              words ->
                  data.putObject("notice").put("title", words.title()).put("text", words.text()));
      text.append("id: %d\nevent: event\ndata: %s\n\n".formatted(event.id(), data));
    }
    return text.toString();
  }

  private String entries(Set<UUID> attempts) {
    var text = new StringBuilder();
    for (var attempt : attempts) {
      var data = Json.object().put("attempt_id", attempt.toString());
      latest(attempt).ifPresent(index -> data.put("latest", index));
      text.append("event: entries\ndata: %s\n\n".formatted(data));
    }
    return text.toString();
  }

  /** Empty if the attempt was deleted meanwhile. */
  private Optional<Long> latest(UUID attempt) {
    return orchestrator.transcripts().findLatestIndex(attempt);
  }
}
