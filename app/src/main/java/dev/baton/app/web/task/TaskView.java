package dev.baton.app.web.task;

import dev.baton.app.web.board.CardView.LabelView;
import dev.baton.app.web.text.AutoStartView;
import dev.baton.app.web.text.BlockerView;
import dev.baton.app.web.text.BudgetView;
import dev.baton.app.web.text.Markdown;
import dev.baton.app.web.text.PriorityView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.transport.Fields;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.image.Image;
import dev.baton.task.TaskOwner;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The task page.
 *
 * @param neighbours the tasks that it waits for, and those that wait for it
 * @param tiles its attempts, newest first
 * @param attempt the chosen one; empty if there is none yet
 * @param shown which part a small screen shows
 * @param problem why the last thing was not done
 * @param keptRefs keep the work that the last thing replaced
 * @param images those beside the words of the task
 * @param drafts how many comments nobody has sent, for each attempt that has some
 */
record TaskView(
    Text text,
    NeighboursView neighbours,
    List<TileView> tiles,
    Optional<ChosenAttempt> attempt,
    Shown shown,
    Optional<Problem> problem,
    List<String> keptRefs,
    List<Image> images,
    Map<UUID, Long> drafts) {
  /**
   * Which part of which task somebody looks at.
   *
   * @param attemptId the newest attempt if empty
   */
  record Chosen(UUID taskId, Optional<UUID> attemptId) {
    static Chosen attempt(UUID taskId, UUID attemptId) {
      return new Chosen(taskId, Optional.of(attemptId));
    }
  }

  /**
   * What is read of an attempt.
   *
   * @param before up to which entry; to the end if empty
   * @param reader whose comments are known by their words
   */
  record Part(Shown shown, Optional<Long> before, TaskOwner reader) {}

  /** What is read in the middle, or on a phone at all. */
  enum Shown {
    CONVERSATION,
    RAW,
    REVIEW,
    COMPARED,
    TASK;

    static Shown of(String name) {
      return switch (name) {
        case "raw" -> RAW;
        case "task" -> TASK;
        default -> CONVERSATION;
      };
    }

    String style() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** True for what takes the width of the whole page. */
    boolean isWide() {
      return this == REVIEW || this == COMPARED;
    }
  }

  /**
   * Something that was not done.
   *
   * @param place the form that was sent
   * @param typed what was typed into it
   * @param form all that it held
   */
  record Problem(Place place, String sentence, String typed, Fields form) {
    /** Where a problem is said. */
    enum Place {
      FOLLOW_UP,
      MERGE,
      PULL_REQUEST,
      APPROVAL,
      BUDGET,
      HEAD
    }
  }

  /**
   * The words of the task.
   *
   * @param obstacle the budget that lets no turn begin, if one does
   */
  record Text(
      UUID id,
      UUID projectId,
      long number,
      String title,
      String html,
      Optional<PriorityView> priority,
      List<LabelView> labels,
      List<BlockerView> blockers,
      Optional<AutoStartView> autoStart,
      BoardTaskStatus status,
      boolean isArchived,
      Instant changedAt,
      List<BudgetView> budgets,
      Optional<String> obstacle) {
    /**
     * The words of a task.
     *
     * @param hold why it does not start by itself yet; empty if it need not say so
     * @param budgets all that its turns count for
     * @param isPermitted whether one turn more may begin than they allow
     */
    static Text of(
        BoardTaskOverview overview, String hold, List<Budget> budgets, boolean isPermitted) {
      BoardTask task = overview.task();
      return new Text(
          task.id(),
          task.projectId(),
          task.number(),
          VisibleText.of(task.title()),
          task.description().map(Markdown::html).orElse(""),
          PriorityView.told(task.priority()),
          overview.labels().stream().map(LabelView::of).toList(),
          BlockerView.of(overview),
          overview
              .autoStart()
              .map(AutoStartView::of)
              .map(wish -> hold.isEmpty() ? wish : wish.held(hold)),
          task.status(),
          task.archivedAt().isPresent(),
          task.updatedAt(),
          budgets.stream().map(BudgetView::of).toList(),
          budgets.stream()
              .filter(budget -> budget.isExceeded() && !isPermitted)
              .map(Budget::words)
              .findFirst());
    }

    /** The budget of the task alone, as it is typed; empty if it has none. */
    String ownBudget() {
      return budgets.stream()
          .filter(budget -> budget.of().equals("task"))
          .map(BudgetView::limit)
          .findFirst()
          .orElse("");
    }

    boolean isOverBudget() {
      return budgets.stream().anyMatch(BudgetView::isExceeded);
    }

    /** Whether a person has allowed one turn more. */
    boolean isPermitted() {
      return isOverBudget() && obstacle.isEmpty();
    }

    String address() {
      return "/tasks/" + id;
    }
  }

  /** The number of the chosen attempt, as its tile shows it. */
  int chosenNumber() {
    return tiles.stream()
        .filter(it -> attempt.filter(chosen -> chosen.id().equals(it.id())).isPresent())
        .findFirst()
        .map(TileView::number)
        .orElse(0);
  }

  /** The comments that go with the chosen attempt if it is deleted. */
  String andItsDrafts() {
    return AttemptWords.andDrafts(attempt.map(it -> drafts.getOrDefault(it.id(), 0L)).orElse(0L));
  }

  /** The comments that go with the task. */
  String andAllDrafts() {
    return AttemptWords.andDrafts(drafts.values().stream().mapToLong(Long::longValue).sum());
  }

  Optional<Problem> problem(Problem.Place place) {
    return problem.filter(it -> it.place() == place);
  }

  /** What the field for the budget of the task holds. */
  String typedBudget() {
    return problem(Problem.Place.BUDGET).map(Problem::typed).orElse(text.ownBudget());
  }

  String address(Shown part) {
    var query = attempt.map(it -> "?attempt=" + it.id()).orElse("");
    if (part == Shown.REVIEW && attempt.isPresent()) {
      return "/attempts/%s/review".formatted(attempt.get().id());
    }
    if (part == Shown.COMPARED) {
      return text.address() + "/compare" + attempt.map(it -> "?b=" + it.id()).orElse("");
    }
    if (part == Shown.CONVERSATION) {
      return text.address() + query;
    }
    return text.address() + query + (query.isEmpty() ? "?" : "&") + "view=" + part.style();
  }

  /** When the chosen attempt has changed last: figures of its review from before may be others. */
  long changedAt() {
    return attempt.map(it -> it.status().attempt().updatedAt().toEpochMilli()).orElse(0L);
  }

  @org.jspecify.annotations.Nullable
  String current(Shown part) {
    return shown == part ? "page" : null;
  }
}
