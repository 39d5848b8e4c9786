package dev.baton.app.web.task;

import dev.baton.app.web.board.CardView;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.StateView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.LineCounts;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An attempt in the strip.
 *
 * @param number counts the attempts at the task from one
 */
record TileView(
    UUID id,
    int number,
    String agent,
    String symbol,
    String word,
    Optional<LineCounts> lines,
    Optional<String> cost,
    boolean isChosen) {
  private static final int MOST_REASON = 60;

  /**
   * A tile.
   *
   * @param merges what was merged of the attempt, newest first
   */
  static TileView of(AttemptStatus status, List<DoneMerge> merges, int number, boolean isChosen) {
    var merged =
        StateView.merged(merges.stream().filter(DoneMerge::isLast).toList())
            .filter(_ -> !status.needsInput() && isAtEnd(status));
    return new TileView(
        status.attempt().id(),
        number,
        AgentNames.of(status.attempt().executor()),
        merged.isPresent() ? "done" : symbol(status),
        merged.orElseGet(() -> word(status)),
        status.attempt().lines(),
        status.usage().flatMap(CardView::money),
        isChosen);
  }

  /** True for an attempt whose last turn is over, and which waits for no other. */
  private static boolean isAtEnd(AttemptStatus status) {
    return switch (status.attempt().state()) {
      case AttemptState.Completed _, AttemptState.Failed _, AttemptState.Stopped _ -> true;
      case AttemptState.InLine _, AttemptState.NotBegun _, AttemptState.Running _ -> false;
    };
  }

  private static String symbol(AttemptStatus status) {
    if (status.needsInput()) {
      return "needs";
    }
    return switch (status.attempt().state()) {
      case AttemptState.InLine _, AttemptState.NotBegun _ -> "waiting";
      case AttemptState.Running _ -> "running";
      case AttemptState.Failed _ -> "failed";
      case AttemptState.Stopped _ -> "stop";
      case AttemptState.Completed _ -> status.attempt().conflict().isEmpty() ? "review" : "behind";
    };
  }

  private static String word(AttemptStatus status) {
    if (status.needsInput()) {
      return "Needs you";
    }
    return switch (status.attempt().state()) {
      case AttemptState.InLine _ ->
          status.waiting().map(waiting -> StateView.waiting(waiting).word()).orElse("In line");
      case AttemptState.NotBegun _ -> "Stopped, it never began";
      case AttemptState.Running _ -> "Running";
      case AttemptState.Failed failed -> "Failed, " + shortened(failed.summary());
      case AttemptState.Stopped stopped -> ("Stopped " + StateView.stopped(stopped.by())).strip();
      case AttemptState.Completed _ ->
          status.attempt().conflict().map(StateView::conflictWord).orElse("Completed");
    };
  }

  private static String shortened(String reason) {
    var line = VisibleText.line(reason);
    return line.length() > MOST_REASON ? line.substring(0, MOST_REASON) + "…" : line;
  }

  @org.jspecify.annotations.Nullable
  String current() {
    return isChosen ? "true" : null;
  }
}
