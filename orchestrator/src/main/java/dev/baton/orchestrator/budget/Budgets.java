package dev.baton.orchestrator.budget;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.SpentBudgets;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.store.CostTable;
import dev.baton.orchestrator.store.Tables;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides whether a turn may begin after what was spent. It is asked in the transaction that opens
 * the turn. A turn that runs is never cut off, so that a budget can be passed by as much as the
 * turns cost that had begun before. Thread safe.
 */
public final class Budgets {
  private final Optional<BigDecimal> perDay;
  private final Clock clock;

  /**
   * The budgets that are stored, and one for each day.
   *
   * @param perDay of all projects together; empty if there is none
   */
  public Budgets(Optional<BigDecimal> perDay, Clock clock) {
    this.perDay = perDay;
    this.clock = clock;
  }

  /** All budgets that a turn of a task counts for. */
  public List<Budget> list(Tables tables, UUID taskId) {
    var limits = tables.costs().findLimits(taskId);
    return Stream.of(
            limits.flatMap(
                it ->
                    it.ofTask()
                        .map(
                            limit ->
                                budget(
                                    Budget.Of.TASK,
                                    taskId,
                                    it.taskName(),
                                    limit,
                                    tables.costs().ofTask(taskId)))),
            limits.flatMap(it -> ofProject(tables, it.projectId(), it.projectName())),
            ofToday(tables))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The budget of a project, if it has one. */
  public Optional<Budget> ofProject(Tables tables, UUID projectId, String name) {
    return tables
        .costs()
        .findLimitOfProject(projectId)
        .map(
            limit ->
                budget(
                    Budget.Of.PROJECT,
                    projectId,
                    name,
                    limit,
                    tables.costs().ofProject(projectId)));
  }

  private static Budget budget(Budget.Of of, UUID id, String name, BigDecimal limit, Cost spent) {
    return new Budget(of, Optional.of(id), name, limit, spent);
  }

  /** The budget of this day, if days have one. */
  public Optional<Budget> ofToday(Tables tables) {
    var today = CostTable.day(clock.instant());
    return perDay.map(
        limit ->
            new Budget(
                Budget.Of.DAY,
                Optional.empty(),
                today.toString(),
                limit,
                tables.costs().ofDay(today)));
  }

  /** The budget that is used up, if one is and no person has allowed one more turn. */
  public Optional<Budget> findObstacle(Tables tables, UUID taskId) {
    var exceeded = list(tables, taskId).stream().filter(Budget::isExceeded).findFirst();
    return exceeded.isPresent() && tables.costs().listPermits().contains(taskId)
        ? Optional.empty()
        : exceeded;
  }

  /**
   * Gives a turn that somebody asks for now what its task was permitted. Others of the task, which
   * wait longer, do not use it up.
   */
  public void reserve(Tables tables, UUID taskId, Turn turn) {
    if (tables.costs().listPermits().contains(taskId)
        && list(tables, taskId).stream().anyMatch(Budget::isExceeded)
        && tables.costs().usePermit(taskId)) {
      tables.costs().permitTurn(turn.id());
    }
  }

  /** Lets a turn begin whatever was spent, before others of its attempt that wait for money. */
  public void permit(Tables tables, UUID taskId, Turn turn) {
    var isHeld =
        findObstacle(tables, taskId).isPresent()
            && tables.turns().listQueued(turn.attemptId()).stream()
                .limit(1)
                .noneMatch(head -> tables.costs().isPermitted(head.id()));
    tables.costs().permitTurn(turn.id());
    if (isHeld) {
      tables.turns().putFirst(turn);
    }
  }

  /**
   * Lets one turn of a task begin although a budget is used up: the first that waits in line, else
   * the next that is asked for or has its turn.
   */
  public void exceed(Tables tables, UUID taskId) {
    if (findObstacle(tables, taskId).isEmpty()) {
      return;
    }
    tables
        .costs()
        .findWaiting(taskId)
        .ifPresentOrElse(tables.costs()::permitTurn, () -> tables.costs().permit(taskId));
  }

  /**
   * Those of some tasks no turn of which may begin.
   *
   * @param tasks each with its project
   */
  public Set<UUID> listSpent(Tables tables, Map<UUID, UUID> tasks) {
    var limits = tables.costs().findLimits(tasks.keySet());
    var spent = tables.costs().ofTasks(limits.keySet());
    var permits = tables.costs().listPermits();
    var pass = pass(tables);
    var found = new HashSet<UUID>();
    tasks.forEach(
        (task, project) -> {
          if (!permits.contains(task) && (hasSpent(limits, spent, task) || pass.isSpent(project))) {
            found.add(task);
          }
        });
    return found;
  }

  private static boolean hasSpent(Map<UUID, BigDecimal> limits, Map<UUID, Cost> spent, UUID task) {
    return Optional.ofNullable(limits.get(task))
        .filter(limit -> spent.getOrDefault(task, Cost.NONE).atLeast().compareTo(limit) >= 0)
        .isPresent();
  }

  /** The budgets of more than one task that are used up. */
  public SpentBudgets listSpent(Tables tables) {
    var pass = pass(tables);
    return new SpentBudgets(
        pass.isDaySpent(),
        tables.projects().listBudgeted().stream()
            .map(Project::id)
            .filter(pass::isProjectSpent)
            .collect(Collectors.toSet()));
  }

  /** Refuses a turn that may not begin. */
  public void check(Tables tables, UUID taskId) {
    findObstacle(tables, taskId)
        .ifPresent(
            budget -> {
              throw exceeded(taskId, budget);
            });
  }

  private static ToolFailure exceeded(UUID taskId, Budget budget) {
    var details = new LinkedHashMap<String, Object>();
    details.put("of", budget.of().wireName());
    budget.ofId().ifPresent(id -> details.put("of_id", id));
    details.put("budget_usd", budget.limit());
    details.put("spent_usd", budget.spent().atLeast());
    details.put("known", budget.spent().isKnown());
    details.put("task_id", taskId);
    return new ToolFailure(
        BoardFailureCode.BUDGET_EXCEEDED,
        "No new turn begins: " + budget.words(),
        wayOn(taskId, budget),
        details);
  }

  private static String wayOn(UUID taskId, Budget budget) {
    var more =
        switch (budget.of()) {
          case TASK -> "raises it on the board or by 'baton task update' with budget";
          case PROJECT -> "raises it on the board or by 'baton project update' with budget";
          case DAY -> "raises budget.day in config.yaml or waits until tomorrow";
        };
    return """
    A person allows one turn by 'baton budget exceed %s', adds --force (force true) to \
    'baton attempt start', 'baton follow-up', 'baton task follow-up', 'baton attempt retry' or \
    'baton attempt update', or %s; a model asks the user\
    """
        .formatted(taskId, more);
  }

  /** One pass over those who want to begin; it asks the database for each budget once. */
  public final class Pass {
    private final Tables tables;
    private final Map<UUID, Boolean> projects = new LinkedHashMap<>();
    private final Map<UUID, Boolean> tasks = new HashMap<>();
    private Set<UUID> expected = Set.of();
    private Optional<Set<UUID>> permits = Optional.empty();
    private Optional<Boolean> isDaySpent = Optional.empty();

    private Pass(Tables tables) {
      this.tables = tables;
    }

    /** Has these tasks asked for together as soon as one of them is. */
    public void expect(Collection<UUID> taskIds) {
      expected = Set.copyOf(taskIds);
    }

    /**
     * Whether a turn may begin, which uses up the permit of its task unless it has its own.
     *
     * @param isPermitted whether it has its own
     */
    public boolean admits(Attempt attempt, boolean isPermitted) {
      // why permits first: one is for the next turn, also where there is money again by then
      return isPermitted
          || usePermit(attempt.taskId())
          || (!isSpent(attempt.projectId()) && !isTaskSpent(attempt.taskId()));
    }

    private boolean usePermit(UUID taskId) {
      if (permits.isEmpty()) {
        permits = Optional.of(tables.costs().listPermits());
      }
      return permits.get().remove(taskId) && tables.costs().usePermit(taskId);
    }

    /** Whether the budget of a project is used up, or that of the day. */
    public boolean isSpent(UUID projectId) {
      return isDaySpent() || isProjectSpent(projectId);
    }

    private boolean isDaySpent() {
      if (isDaySpent.isEmpty()) {
        isDaySpent = Optional.of(ofToday(tables).filter(Budget::isExceeded).isPresent());
      }
      return isDaySpent.get();
    }

    private boolean isProjectSpent(UUID projectId) {
      return projects.computeIfAbsent(
          projectId, id -> ofProject(tables, id, "").filter(Budget::isExceeded).isPresent());
    }

    private boolean isTaskSpent(UUID taskId) {
      if (!tasks.containsKey(taskId)) {
        look(expected.contains(taskId) ? expected : Set.of(taskId));
      }
      return tasks.getOrDefault(taskId, false);
    }

    private void look(Set<UUID> taskIds) {
      var limits = tables.costs().findLimits(taskIds);
      var spent = tables.costs().ofTasks(limits.keySet());
      taskIds.forEach(id -> tasks.put(id, hasSpent(limits, spent, id)));
    }
  }

  public Pass pass(Tables tables) {
    return new Pass(tables);
  }

  /** Notes what an agent said that it used by itself, and warns when that is near a budget. */
  public void tell(Tables tables, UUID processId, TokenUsage used, Instant now) {
    // why: two who add at once would both see a budget that neither of them has used up alone
    tables.lock("what is spent");
    var task = tables.costs().findTask(processId);
    var before = task.map(id -> list(tables, id)).orElse(List.of());
    tables.costs().tell(processId, used, now);
    if (!before.isEmpty()) {
      warn(tables, before, new ArrayList<>(list(tables, task.orElseThrow())));
    }
  }

  private static void warn(Tables tables, List<Budget> before, List<Budget> after) {
    for (int place = 0; place < Math.min(before.size(), after.size()); place++) {
      if (after.get(place).level().compareTo(before.get(place).level()) > 0) {
        tables.costs().warn(after.get(place));
      }
    }
  }
}
