package dev.baton.app.web.text;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.TargetConflict;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.planning.Cards.Card;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.task.TaskOwner;
import dev.baton.workflow.internal.record.Sentence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How something stands: a symbol, a word and the reason, in that order.
 *
 * @param symbol the name of the symbol, which is also the tone
 * @param code the newest line of the agent, or the command that it asks for
 */
public record StateView(String symbol, String word, String detail, Optional<String> code) {
  /** The state of merged work whose task somebody has moved back. */
  public static final StateView MERGED =
      new StateView("done", "Merged", "nothing is left to merge", Optional.empty());

  private static final Set<String> BUSY = Set.of("needs", "running", "waiting");
  private static final int MOST_DETAIL = 160;
  private static final int MOST_OF_LINE = 120;

  /** Empty if nothing has happened to the task yet. */
  public static Optional<StateView> of(Card card, Instant now) {
    var status = card.task().task().status();
    if (status == BoardTaskStatus.DONE && !isAtWork(card) && card.question().isEmpty()) {
      return Optional.of(new StateView("done", done(card), "", Optional.empty()));
    }
    var problem = wish(card).flatMap(AutoStartView::problem);
    if (problem.isPresent()) {
      return Optional.of(
          new StateView("failed", "Not started", reason(problem.get()), Optional.empty()));
    }
    var hold = card.hold().filter(_ -> isUnbegun(card));
    if (hold.isPresent()) {
      return Optional.of(new StateView("waiting", "Waits", reason(hold.get()), Optional.empty()));
    }
    if (isBlocked(card, status)) {
      return Optional.of(BlockerView.state(card.blockers(), card.task().task().projectId()));
    }
    return card.attempt().map(attempt -> of(card, attempt, now));
  }

  private static String done(Card card) {
    return card.shipping().pullRequests().stream()
        .filter(row -> row.state() == PullRequestState.MERGED)
        .flatMap(row -> row.pullRequest().stream())
        .map(merged -> "Merged, #" + merged.number())
        .findFirst()
        // why not into what: the line has room for a word, and the page of the task says it
        .orElse(card.shipping().merges().isEmpty() ? "Done" : "Merged");
  }

  /** Whether an agent works, waits to, or asks. */
  public boolean isBusy() {
    return BUSY.contains(symbol);
  }

  /** Where something was merged; empty if it was not. */
  public static Optional<String> merged(List<DoneMerge> merges) {
    return merges.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Merged into "
                + merges.stream()
                    .map(merge -> VisibleText.line(merge.targetBranch()))
                    .distinct()
                    .collect(Collectors.joining(", ")));
  }

  /** Who stopped an agent, where it was not the user of this machine. */
  public static String stopped(String by) {
    return by.isEmpty() || by.equals(TaskOwner.LOCAL.name()) ? "" : "by " + VisibleText.line(by);
  }

  /** How its task starts by itself, as long as nothing else tells more of it. */
  public static Optional<AutoStartView> wish(Card card) {
    return card.task()
        .autoStart()
        .filter(_ -> isUnbegun(card))
        .map(AutoStartView::of)
        .map(wish -> card.hold().map(wish::held).orElse(wish));
  }

  private static boolean isUnbegun(Card card) {
    return card.task().task().status() == BoardTaskStatus.TODO
        ? !isAtWork(card)
        : card.attempt().isEmpty();
  }

  private static boolean isAtWork(Card card) {
    return card.attempt()
        .filter(it -> it.isRunning() || it.state() instanceof AttemptState.InLine)
        .isPresent();
  }

  /** What ended in a later column says how it ended; what goes on says that it does. */
  private static boolean isBlocked(Card card, BoardTaskStatus status) {
    var isIdle = card.attempt().isEmpty() || (status == BoardTaskStatus.TODO && !isAtWork(card));
    return isIdle
        && !card.blockers().isEmpty()
        && card.question().isEmpty()
        && status != BoardTaskStatus.CANCELLED;
  }

  private static StateView of(Card card, Attempt attempt, Instant now) {
    if (card.question().isPresent()) {
      var question = card.question().get();
      return new StateView(
          "needs",
          "Needs you",
          Choices.isQuestion(question.toolName())
              ? "it asks"
              : "may it use %s?".formatted(VisibleText.of(question.toolName())),
          Optional.of(VisibleText.line(question.summary())));
    }
    if (card.shipping().isMerged()) {
      return MERGED;
    }
    return switch (attempt.state()) {
      case AttemptState.InLine _ ->
          card.waiting().map(StateView::waiting).orElseGet(StateView::notBegun);
      case AttemptState.Running _ ->
          new StateView(
              "running",
              "Running",
              Ages.since(attempt.updatedAt(), now),
              card.latest().map(StateView::latestLine));
      case AttemptState.Failed failed ->
          new StateView("failed", "Failed", reason(failed.summary()), Optional.empty());
      case AttemptState.Stopped stopped ->
          new StateView("stop", "Stopped", stopped(stopped.by()), Optional.empty());
      case AttemptState.Completed _ ->
          attempt
              .conflict()
              .map(StateView::conflicting)
              .or(
                  () ->
                      PullRequestWords.find(card.shipping().pullRequests())
                          .map(row -> proposed(card, row)))
              .orElseGet(() -> completed(card));
      case AttemptState.NotBegun _ -> notBegun();
    };
  }

  public static StateView conflicting(TargetConflict conflict) {
    return new StateView("behind", conflictWord(conflict), files(conflict), Optional.empty());
  }

  public static String conflictWord(TargetConflict conflict) {
    return "Conflicts with " + VisibleText.line(conflict.targetBranch());
  }

  public static String files(TargetConflict conflict) {
    return Sentence.counted(conflict.files(), "file");
  }

  private static StateView proposed(Card card, RepoPullRequest row) {
    var comments =
        switch (card.shipping().comments()) {
          case 0 -> "";
          case 1 -> ", 1 comment";
          default -> ", %d comments".formatted(card.shipping().comments());
        };
    return new StateView(
        "branch",
        PullRequestWords.name(row),
        PullRequestWords.standing(row) + comments,
        Optional.empty());
  }

  private static StateView completed(Card card) {
    return new StateView(
        "review",
        card.task().task().status() == BoardTaskStatus.IN_REVIEW ? "Ready for review" : "Completed",
        card.attempts() > 1 ? card.attempts() + " attempts" : "",
        Optional.empty());
  }

  private static StateView notBegun() {
    return new StateView("waiting", "Stopped", "it never began", Optional.empty());
  }

  public static StateView waiting(Waiting waiting) {
    return new StateView(
        "waiting",
        ordinal(waiting.position()) + " in line",
        VisibleText.line(waiting.reason()),
        Optional.empty());
  }

  public static String reason(String summary) {
    var line = VisibleText.line(summary);
    return line.length() > MOST_DETAIL ? line.substring(0, MOST_DETAIL) + "…" : line;
  }

  /** 1st, 2nd, 3rd, 4th. */
  public static String ordinal(int place) {
    var isTeen = place % 100 >= 11 && place % 100 <= 13;
    return place
        + switch (isTeen ? 0 : place % 10) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
  }

  /** What an agent said or did last, in one line. */
  private static String latestLine(LogEntry entry) {
    var text =
        entry.tool().isPresent()
            ? ToolCallWords.verb(entry.tool().get())
                + " "
                + ToolCallWords.target(entry.tool().get())
            : Ansi.plain(entry.content());
    var line = VisibleText.line(text).strip();
    return line.length() > MOST_OF_LINE ? line.substring(0, MOST_OF_LINE) + "…" : line;
  }
}
