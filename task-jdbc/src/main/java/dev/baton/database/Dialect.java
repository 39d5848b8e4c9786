package dev.baton.database;

import dev.baton.database.StorageException.Reason;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The two databases and all that differs between them but for how they are opened. Everything else
 * is SQL that both understand.
 *
 * <p>In a migration {@code ${key}} is text that is compared byte by byte, {@code ${bytes}} is
 * binary data, and {@code ${number}} is a primary key that the database counts up.
 */
public enum Dialect {
  SQLITE("text", "blob", "integer primary key autoincrement") {
    @Override
    void begin(Connection connection) throws SQLException {
      // why: the driver's own commit begins the next transaction at once and keeps everybody out
      execute(connection, "begin immediate");
    }

    @Override
    void commit(Connection connection) throws SQLException {
      execute(connection, "commit");
    }

    @Override
    void rollback(Connection connection) throws SQLException {
      execute(connection, "rollback");
    }

    @Override
    public String now() {
      return "cast(unixepoch('subsec') * 1000 as integer)";
    }

    @Override
    public void lock(Connection connection, String name) {
      // a transaction that writes is alone
    }

    @Override
    void runScript(Connection connection, String script) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        // why: this method of the driver runs all statements, execute only the first
        int ignored = statement.executeUpdate(script);
      }
    }

    @Override
    String tableExists() {
      return "select 1 from sqlite_master where type = 'table' and name = ?";
    }

    @Override
    Reason reason(SQLException failure) {
      if (!(failure instanceof SQLiteException sqlite)) {
        return Reason.OTHER;
      }
      SQLiteErrorCode code = sqlite.getResultCode();
      if (code == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE
          || code == SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY) {
        return Reason.DUPLICATE;
      }
      return reasonOf(failure.getErrorCode());
    }

    private Reason reasonOf(int primaryCode) {
      return switch (SQLiteErrorCode.getErrorCode(primaryCode)) {
        case SQLITE_BUSY, SQLITE_LOCKED -> Reason.BUSY;
        case SQLITE_READONLY, SQLITE_PERM -> Reason.READ_ONLY;
        case SQLITE_FULL -> Reason.FULL;
        case SQLITE_CORRUPT -> Reason.DAMAGED;
        case SQLITE_NOTADB -> Reason.NOT_A_DATABASE;
        case SQLITE_CANTOPEN -> Reason.CANNOT_OPEN;
        default -> Reason.OTHER;
      };
    }
  },

  POSTGRESQL("text collate \"C\"", "bytea", "bigint generated always as identity primary key") {
    @Override
    void begin(Connection connection) throws SQLException {
      connection.setAutoCommit(false);
    }

    @Override
    void commit(Connection connection) throws SQLException {
      connection.commit();
    }

    @Override
    void rollback(Connection connection) throws SQLException {
      connection.rollback();
    }

    @Override
    public String now() {
      return "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
    }

    @Override
    public void lock(Connection connection, String name) throws SQLException {
      try (PreparedStatement statement =
          connection.prepareStatement(
              "select pg_advisory_xact_lock(hashtextextended(current_schema() || ' ' || ?, 0))")) {
        statement.setString(1, name);
        statement.execute();
      }
    }

    @Override
    void runScript(Connection connection, String script) throws SQLException {
      execute(connection, script);
    }

    @Override
    String tableExists() {
      return "select 1 from pg_catalog.pg_tables where schemaname = current_schema() and tablename"
          + " = ?";
    }

    @Override
    Reason reason(SQLException failure) {
      String state = String.valueOf(failure.getSQLState());
      return switch (state) {
        // serialization failure, deadlock, lock not available
        case "40001", "40P01", "55P03" -> Reason.BUSY;
        case "25006", "42501" -> Reason.READ_ONLY;
        case "53100" -> Reason.FULL;
        case "23505" -> Reason.DUPLICATE;
        case "3D000" -> Reason.CANNOT_OPEN;
        // the server wants a password and there is none
        case "08004" -> Reason.LOGIN_REFUSED;
        case "XX001", "XX002" -> Reason.DAMAGED;
        default -> reasonOfClass(state.substring(0, Math.min(2, state.length())));
      };
    }

    private Reason reasonOfClass(String stateClass) {
      return switch (stateClass) {
        // connection, too few resources, shutting down
        case "08", "53", "57" -> Reason.UNREACHABLE;
        case "28" -> Reason.LOGIN_REFUSED;
        default -> Reason.OTHER;
      };
    }
  };

  private final String key;
  private final String bytes;
  private final String number;

  Dialect(String key, String bytes, String number) {
    this.key = key;
    this.bytes = bytes;
    this.number = number;
  }

  /**
   * Lets nobody else hold the lock of this name until the transaction ends. Statements that follow
   * see what the one who held it before has written.
   */
  public abstract void lock(Connection connection, String name) throws SQLException;

  /** An expression for the time of the database, in milliseconds since 1970. */
  public abstract String now();

  abstract void begin(Connection connection) throws SQLException;

  abstract void commit(Connection connection) throws SQLException;

  abstract void rollback(Connection connection) throws SQLException;

  abstract void runScript(Connection connection, String script) throws SQLException;

  /** A query that finds something if the table exists whose name is its only parameter. */
  abstract String tableExists();

  abstract Reason reason(SQLException failure);

  /** The script with the words in place that this database has for the types. */
  String translate(String script) {
    return script.replace("${key}", key).replace("${bytes}", bytes).replace("${number}", number);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
