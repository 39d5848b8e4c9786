package dev.baton.orchestrator.store;

import dev.baton.database.Database;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.store.sql.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Many attempts in line, and how often the database is asked by who walks along it. */
public final class LongLine {
  /** A budget that nothing is left of before anything was spent. */
  public static final BigDecimal USED_UP = BigDecimal.ONE.negate();

  /** No budget at all. */
  public static final BigDecimal NONE = BigDecimal.ZERO;

  private final Database database;
  private final Store store;
  private final StoreFixture fixture;
  private int made;

  public LongLine(Database database) {
    this.database = database;
    store = Store.open(database);
    fixture = new StoreFixture(store);
  }

  public Store store() {
    return store;
  }

  public UUID project() {
    return fixture.project();
  }

  /** Nothing may begin in a project any more. */
  public void spend(UUID project) {
    store.write(
        tables -> {
          tables.costs().limitProject(project, USED_UP);
          return project;
        });
  }

  /**
   * Attempts of a project, each at a task of its own with a budget and a turn that waits.
   *
   * @param node the one that they want
   */
  public void join(UUID project, int count, String node, BigDecimal budget) {
    store.write(
        tables -> {
          for (int number = 0; number < count; number++) {
            join(tables, project, node, budget);
          }
          return count;
        });
  }

  private void join(Tables tables, UUID project, String node, BigDecimal budget) {
    var task = StoreFixture.newTask(tables, project, ++made, StoreFixture.NOW);
    tables.boardTasks().insert(task);
    tables.costs().limitTask(task.id(), budget);
    var attempt =
        StoreFixture.newAttempt(
            project, task.id(), made, new AttemptState.NotBegun(), StoreFixture.NOW);
    tables.attempts().insert(attempt, List.of());
    tables.attempts().uproot(attempt.id(), StoreFixture.NOW);
    tables.nodes().setWanted(attempt.id(), node);
    var prompt = new TurnPrompt("Do it", Optional.empty());
    tables
        .turns()
        .insert(Turn.queued(UUID.randomUUID(), attempt.id(), 0, prompt, StoreFixture.NOW));
    tables.line().join(attempt.id());
  }

  /** How many statements the work takes. */
  public int countStatements(Consumer<Tables> work) {
    var count = new AtomicInteger();
    database.write(
        connection -> {
          var counted =
              WatchedCalls.of(
                  Connection.class,
                  connection,
                  (name, _, result) -> {
                    if (name.equals("prepareStatement")) {
                      count.incrementAndGet();
                    }
                    return result;
                  });
          work.accept(new Tables(new Sql(counted, database.dialect())));
          return count;
        });
    return count.get();
  }
}
