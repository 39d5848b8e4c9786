package dev.baton.orchestrator.store;

import dev.baton.task.jdbc.Database;
import dev.baton.task.jdbc.Migrations;
import dev.baton.task.jdbc.StorageException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
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
              "V0009__nodes.sql"));

  private final Database database;

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
    return database.write(connection -> run(connection, work));
  }

  /** Does work that only reads; each statement sees what was committed when it began. */
  public <T> T read(Function<Tables, T> work) {
    return database.read(connection -> run(connection, work));
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
