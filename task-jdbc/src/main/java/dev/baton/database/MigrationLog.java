package dev.baton.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The table in which a database says which migrations it has had. Immutable, thread safe. */
record MigrationLog(Dialect dialect, String namespace) {
  private static final String TABLE = "baton_migration";

  /** A migration that was applied. */
  record Entry(int number, String file, String checksum) {}

  List<Entry> read(Connection connection) throws SQLException {
    return exists(connection) ? entries(connection) : List.of();
  }

  private boolean exists(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(dialect.tableExists())) {
      query.setString(1, TABLE);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }

  private List<Entry> entries(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            """
            select number, file, checksum from baton_migration
            where namespace = ? order by number asc
            """)) {
      query.setString(1, namespace);
      try (ResultSet rows = query.executeQuery()) {
        List<Entry> entries = new ArrayList<>();
        while (rows.next()) {
          entries.add(
              new Entry(rows.getInt("number"), rows.getString("file"), rows.getString("checksum")));
        }
        return entries;
      }
    }
  }

  void make(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          create table if not exists baton_migration (
            namespace text not null,
            number integer not null,
            file text not null,
            checksum text not null,
            applied_at bigint not null,
            primary key (namespace, number)
          )
          """);
    }
  }

  void add(Connection connection, Migration migration) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into baton_migration (namespace, number, file, checksum, applied_at)
            values (?, ?, ?, ?, ?)
            """)) {
      insert.setString(1, namespace);
      insert.setInt(2, migration.number());
      insert.setString(3, migration.file());
      insert.setString(4, migration.checksum());
      insert.setLong(5, System.currentTimeMillis());
      insert.executeUpdate();
    }
  }

  /** True if an SQLite file holds more than empty tables. */
  static boolean hasData(Connection connection) throws SQLException {
    for (String table : tables(connection)) {
      try (Statement query = connection.createStatement();
          ResultSet row =
              query.executeQuery("select 1 from \"" + table.replace("\"", "\"\"") + "\" limit 1")) {
        if (row.next()) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<String> tables(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            """
            select name from sqlite_master
            where type = 'table' and name not like 'sqlite!_%' escape '!' and name <> ?
            order by name asc
            """)) {
      query.setString(1, TABLE);
      try (ResultSet rows = query.executeQuery()) {
        List<String> names = new ArrayList<>();
        while (rows.next()) {
          names.add(rows.getString("name"));
        }
        return names;
      }
    }
  }
}
