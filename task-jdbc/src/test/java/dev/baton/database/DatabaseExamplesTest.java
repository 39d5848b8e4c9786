package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the documentation shows. */
class DatabaseExamplesTest {
  @TempDir Path directory;

  @Test
  void something_else_is_kept_in_the_same_database() {
    try (Database database = Database.open(directory.resolve("notes.db"))) {
      // @start region="migrations"
      Migrations.of("notes", DatabaseExamplesTest.class, "forms", List.of("V0001__notes.sql"))
          .apply(database);
      // @end

      // @start region="database"
      int added =
          database.write(
              connection -> {
                try (var insert =
                    connection.prepareStatement("insert into note (name) values (?)")) {
                  insert.setString(1, "read me");
                  return insert.executeUpdate();
                }
              });
      // @end

      assertThat(added).isEqualTo(1);
      assertThat(MigrationsTest.notes(database)).contains("read me");
    }
  }
}
