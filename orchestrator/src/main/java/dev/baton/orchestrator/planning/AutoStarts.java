package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Need.UnstartedTask;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AgentExecutors;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Changes what the server starts by itself, and says what holds it up. Thread safe. */
public final class AutoStarts {
  /** How many tasks of a project can run at most. */
  public static final int HIGHEST_LIMIT = 1000;

  private static final int MOST_UNPAID = 1000;
  private static final String PERMITTED =
      "one more turn is allowed, and begins when its turn comes";

  /**
   * What to change in how tasks of a project are taken, and what they may cost; what is empty
   * stays.
   *
   * @param pull a limit of 0 takes none any more
   * @param paused whether none is taken for now
   * @param seen the {@link Pull#version() version} that was read, to be refused if there is another
   *     one now; empty text if there was none
   */
  public record PullChange(
      UUID projectId,
      Optional<Pull> pull,
      Optional<Boolean> paused,
      Optional<NewBudget> budget,
      Optional<String> seen) {
    /** A change of what is there, whatever it is. */
    public PullChange(
        UUID projectId, Optional<Pull> pull, Optional<Boolean> paused, Optional<NewBudget> budget) {
      this(projectId, pull, paused, budget, Optional.empty());
    }

    /** A change that leaves what may be spent as it is. */
    public PullChange(UUID projectId, Optional<Pull> pull, Optional<Boolean> paused) {
      this(projectId, pull, paused, Optional.empty());
    }
  }

  private final Store store;
  private final AgentExecutors executors;
  private final Dispatcher dispatcher;
  private final Clock clock;

  public AutoStarts(Store store, AgentExecutors executors, Dispatcher dispatcher, Clock clock) {
    this.store = store;
    this.executors = executors;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  public Projects.ProjectWithRepos change(PullChange change) {
    var wanted = change.pull().map(this::checked);
    var changed =
        store.write(
            tables -> {
              var project = CallSubject.project(tables, change.projectId());
              tables.autoStarts().lockProject(project.id());
              var old = tables.autoStarts().findOfProject(project.id());
              refuseUnseen(change, old.map(Pull::version).orElse(""));
              var next = wanted.or(() -> old).map(pull -> paused(pull, change.paused()));
              next.filter(pull -> !Optional.of(pull).equals(old))
                  .ifPresent(pull -> tables.autoStarts().setOfProject(project.id(), pull));
              if (isPaused(old) && !isPaused(next)) {
                forgetEnded(tables, project.id());
              }
              if (change.paused().isPresent() && wanted.or(() -> old).isEmpty()) {
                throw ToolFailure.invalid(
                    "/auto_start_paused",
                    "Project %s starts no tasks by itself, so there is nothing to pause or resume"
                        .formatted(project.id()),
                    "Repeat the call with auto_start: {limit, executor}");
              }
              change
                  .budget()
                  .ifPresent(it -> it.setOfProject(tables, project.id(), project.name()));
              if (!next.equals(old) || change.budget().isPresent()) {
                tables.projects().setUpdated(project.id(), now());
              }
              return Projects.withRepos(tables, List.of(CallSubject.project(tables, project.id())))
                  .getFirst();
            });
    if (change.budget().isPresent()) {
      dispatcher.admit();
    }
    return changed;
  }

  private static boolean isPaused(Optional<Pull> pull) {
    return pull.flatMap(Pull::pausedReason).isPresent();
  }

  /** Counts failures anew, because whoever resumes it has seen what failed meanwhile. */
  private static void forgetEnded(Tables tables, UUID projectId) {
    tables
        .autoStarts()
        .listEnded(projectId)
        .forEach(ended -> tables.autoStarts().deletePulled(ended.attemptId()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static void refuseUnseen(PullChange change, String now) {
    if (change.seen().map(seen -> !seen.equals(now)).orElse(false)) {
      throw new ToolFailure(
          FailureCode.ALREADY_DONE,
          "Somebody else changed this meanwhile",
          "Compare with what is set now, then save again");
    }
  }

  /** Projects that take no more tasks by themselves until somebody resumes them. */
  public List<Projects.ProjectWithRepos> listPaused() {
    return store.read(
        tables ->
            Projects.withRepos(
                tables,
                tables.autoStarts().listPaused().stream()
                    .flatMap(id -> tables.projects().find(id).stream())
                    .toList()));
  }

  private static Pull paused(Pull pull, Optional<Boolean> paused) {
    if (paused.isEmpty()) {
      return pull;
    }
    return paused.get()
        ? pull.pausedReason().isPresent() ? pull : pull.paused("paused by hand")
        : pull.resumed();
  }

  private Pull checked(Pull pull) {
    if (pull.limit() < 0 || pull.limit() > HIGHEST_LIMIT) {
      throw ToolFailure.invalid(
          "/auto_start/limit",
          "limit is %d, but it must be between 0 and %d".formatted(pull.limit(), HIGHEST_LIMIT),
          "Repeat the call with how many tasks may run at a time in auto_start.limit; 0 turns it"
              + " off");
    }
    if (pull.limit() > 0) {
      check(pull.executor(), pull.variant());
    }
    return new Pull(
        pull.limit(),
        pull.executor(),
        pull.variant(),
        List.copyOf(Labels.checked(pull.labels(), "auto_start/labels")));
  }

  /** Why a task that starts by itself does not do so yet, although nothing blocks it. */
  public Optional<String> findHold(BoardTaskOverview task) {
    return task.autoStart().isEmpty()
        ? Optional.empty()
        : store.read(tables -> findHold(tables, dispatcher.budgets(), task));
  }

  static Optional<String> findHold(Tables tables, Budgets budgets, BoardTaskOverview overview) {
    if (overview.autoStart().filter(wish -> wish.problem().isEmpty()).isEmpty()) {
      return Optional.empty();
    }
    var task = overview.task();
    if (task.status() != BoardTaskStatus.TODO) {
      return Optional.of(
          "the task is %s, and starts when it is back in todo".formatted(task.status().words()));
    }
    if (task.archivedAt().isPresent()) {
      return Optional.of("the task is archived, and starts when it is back on the board");
    }
    var project = CallSubject.project(tables, task.projectId());
    if (project.archivedAt().isPresent()) {
      return Optional.of(
          "project '%s' is archived, and the task starts when the project is back"
              .formatted(project.name()));
    }
    return overview.openBlockers().isEmpty()
        ? budgets.findObstacle(tables, task.id()).map(Budget::words)
        : Optional.empty();
  }

  /**
   * Why those of some tasks that their projects take by themselves have to wait: no money is left
   * for them, or a person has allowed one turn that has not had its turn yet.
   */
  static Map<UUID, String> listHolds(
      Tables tables, Budgets budgets, List<BoardTaskOverview> overviews) {
    var tasks =
        overviews.stream()
            .map(BoardTaskOverview::task)
            .filter(task -> task.status() == BoardTaskStatus.TODO)
            .collect(Collectors.groupingBy(BoardTask::projectId));
    if (tasks.isEmpty()) {
      return Map.of();
    }
    var holds = new LinkedHashMap<UUID, String>();
    var pass = budgets.pass(tables);
    for (var project : tables.autoStarts().listPulling()) {
      var shown = tasks.getOrDefault(project, List.of()).stream().map(BoardTask::id).toList();
      if (!shown.isEmpty()) {
        var isSpent = pass.isSpent(project);
        tables.pulls().listPermitted(project, isSpent).forEach(id -> holds.put(id, PERMITTED));
        tables.pulls().listUnpaid(project, isSpent, MOST_UNPAID).stream()
            .map(UnstartedTask::taskId)
            .filter(shown::contains)
            .forEach(
                id ->
                    budgets
                        .findObstacle(tables, id)
                        .ifPresent(budget -> holds.put(id, budget.words())));
      }
    }
    return holds;
  }

  /** Refuses an executor or a variant that is not there. */
  void check(AutoStart autoStart) {
    if (!autoStart.isOff()) {
      check(autoStart.executor(), autoStart.variant());
    }
  }

  private void check(String executor, Optional<String> variant) {
    var wished = variant.orElse("");
    if (!dispatcher.nodes().has(executor, wished)) {
      executors.variant(executor, wished, "/auto_start");
    }
  }
}
