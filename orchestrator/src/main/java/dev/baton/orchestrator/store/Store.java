package dev.baton.orchestrator.store;

import dev.baton.database.Database;
import dev.baton.database.Dialect;
import dev.baton.database.Migrations;
import dev.baton.database.StorageException;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Sql;
import dev.baton.orchestrator.store.sql.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;

/** The orchestrator's tables in a database. Thread safe. */
public final class Store {
  private static final Migrations MIGRATIONS =
      Migrations.of(
          "orchestrator",
          Store.class,
          "migrations",
          List.of(
              "V0001__orchestrator.sql",
              "V0002__configuration.sql",
              "V0003__stop_reason.sql",
              "V0004__turn_session.sql",
              "V0005__node_and_denials.sql",
              "V0006__agent_token.sql",
              "V0007__attempt_by_state.sql",
              "V0008__archived_projects.sql",
              "V0009__nodes.sql",
              "V0010__planning.sql",
              "V0011__events.sql",
              "V0012__updates_and_turns.sql",
              "V0013__task_graph.sql",
              "V0014__remembered_approvals.sql",
              "V0015__reviews.sql",
              "V0016__turn_model.sql",
              "V0017__notices.sql",
              "V0018__node_calls.sql",
              "V0019__images.sql",
              "V0020__workers.sql",
              "V0021__pull_requests.sql",
              "V0022__costs.sql",
              "V0023__issues.sql",
              "V0024__merges_and_stops.sql",
              "V0025__automatic_attempts.sql",
              "V0026__permitted_turns.sql",
              "V0027__turn_targets.sql",
              "V0028__imported_attempts.sql",
              "V0029__nodes_that_left.sql",
              "V0030__conflicts.sql",
              "V0031__closed_pull_requests.sql"));

  private final Database database;
  private final List<Consumer<Set<UUID>>> listeners = new CopyOnWriteArrayList<>();

  private Store(Database database) {
    this.database = database;
  }

  /** Brings the tables to the form that the program needs. Who opened the database closes it. */
  public static Store open(Database database) {
    MIGRATIONS.apply(database);
    return new Store(database);
  }

  /** Takes the tables as they are, for who only looks and expects that some are not there. */
  public static Store asItIs(Database database) {
    return new Store(database);
  }

  /**
   * Does the work in one transaction; it may be called again from its start, so it has no other
   * effects.
   */
  public <T> T write(Function<Tables, T> work) {
    var news = new AtomicReference<Optional<Set<UUID>>>(Optional.empty());
    T done =
        database.write(
            connection ->
                run(
                    connection,
                    tables -> {
                      var result = work.apply(tables);
                      news.set(tables.events().flush());
                      return result;
                    }));
    news.get().ifPresent(attempts -> listeners.forEach(listener -> listener.accept(attempts)));
    return done;
  }

  /** Does work of one statement that tells nobody of an event; costs no messages beside it. */
  public <T> T writeOnce(Function<Tables, T> work) {
    return database.writeOnce(connection -> run(connection, work));
  }

  /**
   * Has this done whenever something that happened was committed by this program; it gets the
   * attempts to which it happened.
   */
  public void whenSomethingHappened(Consumer<Set<UUID>> listener) {
    listeners.add(listener);
  }

  /** Does work that only reads; each statement sees what was committed when it began. */
  public <T> T read(Function<Tables, T> work) {
    return database.read(connection -> run(connection, work));
  }

  /**
   * Does work that only reads and sees all tables as they were at one moment, however long it
   * takes; others go on meanwhile. It may be called again from its start.
   */
  public <T> T readAtOnce(Function<Tables, T> work) {
    return database.read(
        connection -> {
          connection.setAutoCommit(false);
          try {
            if (isShared()) {
              // why: the transaction of SQLite sees one moment anyway, and knows no other level
              connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            }
            return run(connection, work);
          } finally {
            connection.rollback();
            if (isShared()) {
              connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            connection.setAutoCommit(true);
          }
        });
  }

  /** Whether other servers can use the database at the same time. */
  public boolean isShared() {
    return database.dialect() == Dialect.POSTGRESQL;
  }

  /** Hears what servers tell each other through the database, as long as somebody wants to. */
  public void listen(Consumer<String> listener, BooleanSupplier isWanted) {
    database.hear(EventTable.CHANNEL, listener, isWanted);
  }

  /** For a library that has its own statements. */
  public DataSource dataSource() {
    return database.dataSource();
  }

  /** True if a row was there already that may exist only once. */
  public static boolean isDuplicate(StorageException failure) {
    return failure.reason() == StorageException.Reason.DUPLICATE;
  }

  private <T> T run(Connection connection, Function<Tables, T> work) throws SQLException {
    try {
      return work.apply(new Tables(new Sql(connection, database.dialect())));
    } catch (SqlFailure e) {
      throw e.failure();
    }
  }
}
