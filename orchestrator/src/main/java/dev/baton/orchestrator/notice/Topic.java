package dev.baton.orchestrator.notice;

import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventName;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A subject that a receiver wants to hear of: an event by its name, or the part of one that people
 * care for.
 *
 * @param word what stands in the configuration
 * @param name the event that it is a part of
 * @param field the field that decides, and its text; empty if all events of the name belong to it
 */
public record Topic(String word, EventName name, Optional<Deciding> field) {
  /** A field of what is said of an event. */
  record Deciding(String field, String text) {}

  private static final List<Topic> NARROW =
      List.of(
          of("attempt.completed", EventName.ATTEMPT_STATE, "state", "completed"),
          of("attempt.failed", EventName.ATTEMPT_STATE, "state", "failed"),
          of("project.paused", EventName.PROJECT_CHANGED, "auto_start_paused", "true"));

  private static final List<Topic> ALL =
      Stream.concat(
              NARROW.stream(),
              Stream.of(EventName.values())
                  // why: it is a signal, which nobody keeps
                  .filter(Predicate.not(EventName.ATTEMPT_ENTRIES::equals))
                  .map(name -> new Topic(name.wireName(), name, Optional.empty())))
          .toList();

  /** What wants a person, and what is finished. */
  public static final List<Topic> USUAL =
      Stream.of(
              "attempt.needs_input",
              "attempt.completed",
              "attempt.failed",
              "merge.done",
              "project.paused",
              "budget.warning")
          .flatMap(word -> find(word).stream())
          .toList();

  private static Topic of(String word, EventName name, String field, String text) {
    return new Topic(word, name, Optional.of(new Deciding(field, text)));
  }

  public static Optional<Topic> find(String word) {
    return ALL.stream().filter(topic -> topic.word().equals(word)).findFirst();
  }

  public static List<String> words() {
    return ALL.stream().map(Topic::word).toList();
  }

  /** The closest word for what happened. */
  static String wordFor(BoardEvent event) {
    return ALL.stream().filter(topic -> topic.has(event)).findFirst().orElseThrow().word();
  }

  boolean has(BoardEvent event) {
    return event.name() == name
        && field
            .map(it -> event.data().path(it.field()).asString("").equals(it.text()))
            .orElse(true);
  }
}
