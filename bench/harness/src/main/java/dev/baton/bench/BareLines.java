package dev.baton.bench;

import dev.baton.database.Database;
import java.util.Random;

/** Puts lines into a table by batches, which is the least that it costs to store them. */
final class BareLines {
  static final int BATCH = 1000;

  private BareLines() {}

  /** How many lines of this length a second. */
  static double perSecond(String address, int lines, int bytes) {
    try (var database = Database.open(address)) {
      database.write(
          connection -> {
            try (var statement = connection.createStatement()) {
              return statement.execute(
                  "create table bench_line (line bigint primary key, content text not null)");
            }
          });
      var content = content(bytes);
      var begin = System.nanoTime();
      for (var first = 0; first < lines; first += BATCH) {
        insert(database, first, content);
      }
      return lines * 1e9 / (System.nanoTime() - begin);
    }
  }

  private static void insert(Database database, int first, String content) {
    database.write(
        connection -> {
          try (var statement =
              connection.prepareStatement("insert into bench_line (line, content) values (?, ?)")) {
            for (var line = first; line < first + BATCH; line++) {
              statement.setLong(1, line);
              statement.setString(2, content);
              statement.addBatch();
            }
            return statement.executeBatch();
          }
        });
  }

  private static String content(int bytes) {
    return new Random(bytes)
        .ints(bytes, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
