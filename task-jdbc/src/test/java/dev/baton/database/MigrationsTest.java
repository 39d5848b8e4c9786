package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.StorageException.Reason;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MigrationsTest {
  private static final List<String> FILES = List.of("V0001__notes.sql", "V0002__tags.sql");

  static Migrations forms(String folder) {
    return Migrations.of("forms", MigrationsTest.class, folder, FILES);
  }

  static Migrations onlyTheFirst() {
    return Migrations.of("forms", MigrationsTest.class, "forms", FILES.subList(0, 1));
  }

  static List<String> notes(Database database) {
    return strings(database, "select name from note order by id asc");
  }

  static List<String> strings(Database database, String query) {
    return database.read(
        connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet rows = statement.executeQuery(query)) {
            List<String> strings = new ArrayList<>();
            while (rows.next()) {
              strings.add(rows.getString(1));
            }
            return strings;
          }
        });
  }

  abstract static class Contract {
    @RegisterExtension final Databases databases;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @Test
    void what_is_missing_runs_once_and_in_order() {
      Database database = databases.openNew();

      onlyTheFirst().apply(database);
      assertThat(notes(database)).containsExactly("first; of all");

      forms("forms").apply(database);
      forms("forms").apply(database);
      assertThat(notes(database)).containsExactly("first; of all", "added by the second migration");
      assertThat(strings(database, "select file from baton_migration order by number asc"))
          .isEqualTo(FILES);
    }

    @Test
    void two_sets_live_side_by_side() {
      Database database = databases.openNew();

      forms("forms").apply(database);
      Migrations.of("other", JdbcTaskStore.class, "migrations", List.of("V0001__tasks.sql"))
          .apply(database);

      assertThat(
              strings(
                  database,
                  "select namespace from baton_migration order by namespace asc, number asc"))
          .containsExactly("forms", "forms", "other");
    }

    @Test
    void a_database_that_is_newer_than_the_program_is_refused() {
      Database database = databases.openNew();
      forms("forms").apply(database);

      assertThatThrownBy(() -> onlyTheFirst().apply(database))
          .isInstanceOf(StorageException.class)
          .hasMessage(
              "Database %s is newer than this program (it has migration V0002__tags.sql of 'forms', the program knows 1); use the newer program",
              database.name())
          .extracting("reason")
          .isEqualTo(Reason.NEWER_THAN_PROGRAM);
    }

    @Test
    void an_edited_migration_is_refused_by_its_name() {
      Database database = databases.openNew();
      onlyTheFirst().apply(database);

      assertThatThrownBy(() -> forms("edited").apply(database))
          .isInstanceOf(StorageException.class)
          .hasMessage(
              "Database %s does not fit the program's migrations (migration V0001__notes.sql of 'forms' is not the V0001__notes.sql that was applied); put changes into a new migration",
              database.name());
      assertThat(strings(database, "select file from baton_migration")).hasSize(1);
    }

    @Test
    void a_migration_that_fails_is_named_and_changes_nothing() {
      Database database = databases.openNew();
      onlyTheFirst().apply(database);

      assertThatThrownBy(() -> forms("broken").apply(database))
          .isInstanceOf(StorageException.class)
          .hasMessageStartingWith(
              "Database %s failed (migration V0002__tags.sql of 'forms': ", database.name())
          .hasMessageContaining("no_such_table");
      assertThat(notes(database)).containsExactly("first; of all");
      assertThat(strings(database, "select file from baton_migration")).hasSize(1);

      forms("forms").apply(database);
      assertThat(notes(database)).hasSize(2);
    }
  }

  @Nested
  class OnSqlite extends Contract {
    OnSqlite() {
      super(Dialect.SQLITE);
    }

    @Test
    void a_file_with_data_is_copied_before_it_is_changed() throws IOException {
      Database database = databases.openNew();
      onlyTheFirst().apply(database);
      assertThat(copiesOf(database)).isEmpty();

      forms("forms").apply(database);

      Path copy = Path.of(database.name() + ".before-forms-0002");
      assertThat(copiesOf(database)).containsExactly(copy);
      assertThat(notes(databases.open(copy.toString()))).containsExactly("first; of all");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
          .isEqualTo("rw-------");
    }

    @Test
    void a_file_with_empty_tables_only_is_not_copied() throws IOException {
      Database database = databases.openNew();
      Migrations.of("other", JdbcTaskStore.class, "migrations", List.of("V0001__tasks.sql"))
          .apply(database);

      forms("forms").apply(database);

      assertThat(copiesOf(database)).isEmpty();
    }

    @Test
    void a_set_that_is_new_beside_the_data_of_others_needs_no_copy() throws IOException {
      Database database = databases.openNew();
      onlyTheFirst().apply(database);

      Migrations.of("other", JdbcTaskStore.class, "migrations", List.of("V0001__tasks.sql"))
          .apply(database);

      assertThat(copiesOf(database)).isEmpty();
    }

    @Test
    void where_nothing_is_missing_nothing_is_locked() {
      String address = databases.newAddress();
      Database one = databases.open(address);
      Database two = databases.open(address);
      forms("forms").apply(one);

      one.write(
          connection -> {
            forms("forms").apply(two);
            return true;
          });
    }

    private List<Path> copiesOf(Database database) throws IOException {
      try (Stream<Path> files = Files.list(Path.of(database.name()).toAbsolutePath().getParent())) {
        return files.filter(file -> file.toString().contains(".before-")).toList();
      }
    }
  }

  @Nested
  class OnPostgres extends Contract {
    OnPostgres() {
      super(Dialect.POSTGRESQL);
    }
  }

  @Test
  void a_gap_a_strange_name_and_a_missing_file_are_refused() {
    assertThatThrownBy(
            () -> Migrations.of("x", MigrationsTest.class, "forms", List.of("V0002__tags.sql")))
        .hasMessage("Migration V0002__tags.sql of 'x' should have number 1");
    assertThatThrownBy(() -> Migration.of("tags.sql", ""))
        .hasMessage("A migration is named like V0001__tasks.sql, got 'tags.sql'");
    assertThatThrownBy(
            () -> Migrations.of("x", MigrationsTest.class, "forms", List.of("V0001__no.sql")))
        .hasMessage(
            "There is no migration V0001__no.sql in forms beside dev.baton.database.MigrationsTest");
  }

  @Test
  void the_ends_of_lines_do_not_count() {
    assertThat(Migration.of("V0001__a.sql", "a\r\nb\r\n").checksum())
        .isEqualTo(Migration.of("V0001__a.sql", "a\nb\n").checksum());
  }
}
