package dev.baton.orchestrator.store;

import dev.baton.task.jdbc.Database;
import dev.baton.task.jdbc.Dialect;
import dev.baton.task.jdbc.Migrations;
import dev.baton.task.jdbc.StorageException;
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
              "V0015__reviews.sql"));

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
