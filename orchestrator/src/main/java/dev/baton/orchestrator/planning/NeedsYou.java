package dev.baton.orchestrator.planning;

import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.attempt.Need.Matter;
import dev.baton.orchestrator.attempt.Need.PausedProject;
import dev.baton.orchestrator.attempt.Need.UnstartedTask;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Finds what waits for a person, over all projects. Thread safe. */
public final class NeedsYou {
  private static final Comparator<Need> OLDEST_FIRST =
      Comparator.comparing(Need::since).thenComparing(Need::attemptId);

  private final Store store;
  private final Budgets budgets;

  public NeedsYou(Store store, Budgets budgets) {
    this.store = store;
    this.budgets = budgets;
  }

  /** Questions, failures, finished work and what is unpaid, oldest first; not more than so many. */
  public List<Need> list(int most) {
    return store.read(
        tables -> {
          var needs = tables.needs();
          return Stream.of(
                  needs.listQuestions(most),
                  needs.listFailures(most),
                  needs.listFinished(most),
                  listInLine(tables, most).stream().map(need -> told(tables, need)).toList())
              .flatMap(List::stream)
              .sorted(OLDEST_FIRST)
              .limit(most)
              .toList();
        });
  }

  /** Projects that take no more tasks by themselves until somebody has looked, oldest first. */
  public List<PausedProject> listPaused(int most) {
    return store.read(tables -> tables.needs().listPaused(most));
  }

  /** Tasks that could not be started by themselves, or not paid. */
  public List<UnstartedTask> listUnstarted(int most) {
    return store.read(
        tables ->
            Stream.concat(
                    tables.needs().listUnstarted(most).stream(),
                    listUnpaid(tables, most).stream()
                        .map(task -> task.unpaid(obstacle(tables, task.taskId()))))
                .toList());
  }

  /** Tasks that would start by themselves if there were money for them. */
  private List<UnstartedTask> listUnpaid(Tables tables, int most) {
    var pulling = tables.autoStarts().listPulling();
    // why first: what was spent is not summed up for nobody
    if (pulling.isEmpty() && tables.autoStarts().listDue(1).isEmpty()) {
      return List.of();
    }
    var spent = budgets.listSpent(tables);
    return Stream.concat(
            tables.needs().listUnpaid(spent, most).stream(),
            pulling.stream()
                .flatMap(id -> tables.pulls().listUnpaid(id, spent.stops(id), most).stream()))
        .limit(most)
        .toList();
  }

  /** Attempts in line that would go on if there were money for them. */
  private List<Need> listInLine(Tables tables, int most) {
    return tables.line().countWaiting() == 0
        ? List.of()
        : tables.needs().listUnpaidInLine(budgets.listSpent(tables), most);
  }

  private Need told(Tables tables, Need need) {
    return need.about(new Matter.Unpaid(obstacle(tables, need.taskId())));
  }

  private String obstacle(Tables tables, UUID taskId) {
    return budgets.findObstacle(tables, taskId).map(Budget::words).orElse("");
  }

  /** How much waits; not more than so much. */
  public long count(int most) {
    return store.read(
        tables -> {
          var unpaid = listUnpaid(tables, most).size() + listInLine(tables, most).size();
          return Math.min(most, tables.needs().count(most) + unpaid);
        });
  }
}
