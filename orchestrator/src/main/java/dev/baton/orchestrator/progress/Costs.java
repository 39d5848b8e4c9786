package dev.baton.orchestrator.progress;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.cost.CostQuery.By;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.ingest.UsageJson;
import dev.baton.orchestrator.store.CostTable;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows what agents cost, and lets people spend more. Thread safe. */
public final class Costs {
  private static final int MOST_SUMS = 1000;
  private static final int MOST_DAYS = 366;

  /**
   * What was spent in some days.
   *
   * @param since the first day
   * @param until the last day, which is today
   * @param sums of each kind that was asked for
   * @param budgets those of the task, of the project or of all, whatever was asked for, and of the
   *     day
   */
  public record Figures(
      LocalDate since, LocalDate until, Cost total, Map<By, Sums> sums, List<Budget> budgets) {
    public Figures {
      sums = Map.copyOf(sums);
      budgets = List.copyOf(budgets);
    }
  }

  /**
   * Sums of one kind.
   *
   * @param costs by their keys; those that cost most first
   * @param names what people call what they are about; what is gone, and what has no id, is left
   *     out
   */
  public record Sums(Map<String, Cost> costs, Map<String, String> names) {
    public static final Sums NONE = new Sums(Map.of(), Map.of());

    private static Sums of(Tables tables, CostQuery query, By by) {
      var costs = tables.costs().list(query, by, MOST_SUMS);
      return new Sums(costs, tables.costs().names(by, costs.keySet()));
    }
  }

  private final Store store;
  private final Budgets budgets;
  private final Dispatcher dispatcher;
  private final Clock clock;

  public Costs(Store store, Budgets budgets, Dispatcher dispatcher, Clock clock) {
    this.store = store;
    this.budgets = budgets;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /** Takes over what agents used that a program started which kept no such account. */
  public void recover() {
    while (store.write(this::takeOver) > 0) {}
  }

  private int takeOver(Tables tables) {
    var unnoted = tables.costs().listUnnoted();
    for (var agent : unnoted) {
      var detail = tables.processes().find(agent.processId()).orElseThrow();
      tables.costs().beginLate(detail);
      var ended = detail.process().endedAt().orElse(detail.process().startedAt());
      UsageJson.own(tables.processes().listUsage(agent.attemptId()), agent.processId())
          .ifPresent(used -> tables.costs().tell(agent.processId(), used, ended));
    }
    return unnoted.size();
  }

  /** The first of so many days, of which today is the last. */
  public LocalDate since(int days) {
    if (days < 1 || days > MOST_DAYS) {
      throw ToolFailure.invalid(
          "/days",
          "days is %d, but it must be between 1 and %d".formatted(days, MOST_DAYS),
          "Repeat the call with how many days back to count in days");
    }
    return CostTable.day(clock.instant()).minusDays(days - 1L);
  }

  /** All of it as it was at one moment, with sums of these kinds. */
  public Figures figures(CostQuery query, By... kinds) {
    return store.readAtOnce(
        tables ->
            new Figures(
                query.since(),
                CostTable.day(clock.instant()),
                tables.costs().list(query, By.ALL, 1).getOrDefault("all", Cost.NONE),
                Stream.of(kinds)
                    .collect(Collectors.toMap(by -> by, by -> Sums.of(tables, query, by))),
                budgets(tables, query)));
  }

  /** Sums by their keys; those that cost most first. */
  public Map<String, Cost> sums(CostQuery query, By by) {
    return store.read(tables -> tables.costs().list(query, by, MOST_SUMS));
  }

  /** What people call what sums are about; what is gone, and what has no id, is left out. */
  public Map<String, String> names(By by, Collection<String> keys) {
    return store.read(tables -> tables.costs().names(by, keys));
  }

  private List<Budget> budgets(Tables tables, CostQuery query) {
    var task = query.taskId().map(id -> CallSubject.task(tables, id));
    var project = query.projectId().map(id -> CallSubject.project(tables, id));
    task.filter(it -> project.filter(other -> !other.id().equals(it.projectId())).isPresent())
        .ifPresent(
            it -> {
              throw ToolFailure.invalid(
                  "/task_id",
                  "Task #%d '%s' is not in project '%s'"
                      .formatted(it.number(), it.title(), project.orElseThrow().name()),
                  "Repeat the call with task_id alone, or with a task of this project");
            });
    return query
        .taskId()
        .map(id -> budgets.list(tables, id))
        .orElseGet(() -> budgets(tables, project));
  }

  private List<Budget> budgets(Tables tables, Optional<Project> project) {
    return Stream.concat(
            project
                .map(Stream::of)
                .orElseGet(() -> tables.projects().listBudgeted().stream())
                .flatMap(it -> budgets.ofProject(tables, it.id(), it.name()).stream()),
            budgets.ofToday(tables).stream())
        .toList();
  }

  /** All budgets that turns of a task count for. */
  public List<Budget> budgets(UUID taskId) {
    return store.read(tables -> budgets.list(tables, taskId));
  }

  /** The budget that lets no turn of a task begin, if one does. */
  public Optional<Budget> findObstacle(UUID taskId) {
    return store.read(tables -> budgets.findObstacle(tables, taskId));
  }

  /**
   * Those of some tasks no turn of which may begin.
   *
   * @param tasks each with its project
   */
  public Set<UUID> listSpent(Map<UUID, UUID> tasks) {
    return store.read(tables -> budgets.listSpent(tables, tasks));
  }

  /** Those of some projects in which no turn may begin. */
  public Set<UUID> listSpentProjects(List<UUID> projects) {
    return store.read(
        tables -> {
          var pass = budgets.pass(tables);
          return projects.stream().filter(pass::isSpent).collect(Collectors.toUnmodifiableSet());
        });
  }

  /** The budget of a project, if it has one. */
  public Optional<Budget> budgetOfProject(UUID projectId) {
    return store.read(
        tables ->
            budgets.ofProject(tables, projectId, CallSubject.project(tables, projectId).name()));
  }

  /**
   * Lets one turn of a task begin although a budget is used up: the first that waits in line, at
   * once if there is room, else the next. For people only. Returns the budgets.
   */
  public List<Budget> exceed(UUID taskId) {
    store.write(
        tables -> {
          CallSubject.task(tables, taskId);
          budgets.exceed(tables, taskId);
          return taskId;
        });
    dispatcher.admit();
    return budgets(taskId);
  }
}
