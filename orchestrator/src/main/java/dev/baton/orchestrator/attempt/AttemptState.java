package dev.baton.orchestrator.attempt;

import dev.baton.internal.schema.WireNames;
import java.util.Optional;

/** Where an attempt stands; the only place that knows which changes are legal. */
public sealed interface AttemptState {
  /** No turn is under way. */
  sealed interface AtRest extends AttemptState {}

  /** Nothing has run. Out of line it stays so: it was stopped there, and nothing puts it back. */
  record NotBegun() implements AtRest {}

  /** The last turn came to its end. */
  record Completed() implements AtRest {}

  /** The last turn failed, or was stopped because it took too long. */
  record Failed(String summary) implements AtRest {}

  /**
   * Somebody stopped the last turn. Callers see a failure: the work may be half done.
   *
   * @param by the name of who did it; empty if nobody knows
   */
  record Stopped(String summary, String by) implements AtRest {}

  /**
   * Waits in line for room for its first turn or the next one.
   *
   * @param ticket the place in line: the lower, the earlier
   * @param before where it stood when it joined the line, which is what callers see
   */
  record InLine(long ticket, AtRest before) implements AttemptState {}

  /** A turn is under way: a script or an agent runs, or the next one is about to. */
  record Running() implements AttemptState {}

  /** The word for a state that callers and the database know. */
  enum Name {
    IDLE,
    RUNNING,
    COMPLETED,
    FAILED;

    public String wireName() {
      return WireNames.of(this);
    }
  }

  /** Whether this change can happen. */
  default boolean mayBecome(AttemptState next) {
    return switch (this) {
      case NotBegun _ -> next instanceof Running || next.name() == Name.FAILED;
      case InLine line -> line.before().mayBecome(next);
      case Running _ ->
          next instanceof Completed || next.name() == Name.FAILED || next instanceof Running;
      case Completed _, Failed _, Stopped _ -> next instanceof Running;
    };
  }

  default Name name() {
    return switch (this) {
      case NotBegun _ -> Name.IDLE;
      case InLine line -> line.before().name();
      case Running _ -> Name.RUNNING;
      case Completed _ -> Name.COMPLETED;
      case Failed _, Stopped _ -> Name.FAILED;
    };
  }

  /** What went wrong in the last turn, if it failed or was stopped. */
  default Optional<String> failureSummary() {
    return switch (this) {
      case Failed failed -> Optional.of(failed.summary());
      case Stopped stopped -> Optional.of(stopped.summary());
      case InLine line -> line.before().failureSummary();
      case NotBegun _, Running _, Completed _ -> Optional.empty();
    };
  }

  /** The name of who stopped the last turn, which may be empty. */
  default Optional<String> stoppedBy() {
    return switch (this) {
      case Stopped stopped -> Optional.of(stopped.by());
      case InLine line -> line.before().stoppedBy();
      case NotBegun _, Running _, Completed _, Failed _ -> Optional.empty();
    };
  }

  /** The place in line, if it waits there. */
  default Optional<Long> findTicket() {
    return this instanceof InLine line ? Optional.of(line.ticket()) : Optional.empty();
  }
}
