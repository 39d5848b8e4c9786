package dev.baton.orchestrator.board;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What can happen on the board. */
public enum EventName {
  PROJECT_CREATED,
  PROJECT_CHANGED,
  TASK_CREATED,
  TASK_CHANGED,
  TASK_DELETED,
  ATTEMPT_CREATED,
  /** It runs, waits, has come to its end, or failed. */
  ATTEMPT_STATE,
  ATTEMPT_NEEDS_INPUT,
  /** A question of the agent was answered, or nobody answered it in time. */
  ATTEMPT_ANSWERED,
  /** Messages were queued, sent or taken back. */
  ATTEMPT_QUEUE,
  /** It has the news of its target branches, or others. */
  ATTEMPT_UPDATED,
  ATTEMPT_DELETED,
  PROCESS_STARTED,
  PROCESS_ENDED,
  TURN_ENDED,
  MERGE_DONE,
  /** There is more to read in the log of an attempt. A signal only: it is never stored. */
  ATTEMPT_ENTRIES;

  /** The name that readers know: {@code attempt.needs_input}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replaceFirst("_", ".");
  }

  public static Optional<EventName> find(String wireName) {
    return Stream.of(values()).filter(name -> name.wireName().equals(wireName)).findFirst();
  }
}
