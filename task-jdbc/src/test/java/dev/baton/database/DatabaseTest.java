package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.baton.database.StorageException.Reason;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Both databases behave alike behind the same methods. */
class DatabaseTest {
  abstract static class Contract {
    @RegisterExtension final Databases databases;
    String address = "";
    private Database database;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @BeforeEach
    void openIt() {
      address = databases.newAddress();
      database = databases.open(address);
      run("create table entry (name text primary key)");
    }

    @Test
    void a_transaction_is_seen_by_others_when_it_is_over() {
      database.write(connection -> insert(connection, "a"));

      assertThat(names()).containsExactly("a");
    }

    @Test
    void a_single_statement_is_a_transaction_of_its_own() {
      database.writeOnce(connection -> insert(connection, "a"));
      assertThatThrownBy(() -> database.writeOnce(connection -> insert(connection, "a")))
          .asInstanceOf(type(StorageException.class))
          .extracting(StorageException::reason)
          .isEqualTo(Reason.DUPLICATE);
      database.writeOnce(connection -> insert(connection, "b"));

      assertThat(names()).containsExactly("a", "b");
    }

    @Test
    void what_the_work_throws_comes_out_and_nothing_is_changed() {
      assertThatThrownBy(
              () ->
                  database.write(
                      connection -> {
                        insert(connection, "a");
                        throw new IllegalStateException("not today");
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("not today");

      assertThat(names()).isEmpty();
      database.write(connection -> insert(connection, "b"));
      assertThat(names()).containsExactly("b");
    }

    @Test
    void a_key_that_is_there_already_is_told_apart_and_nothing_is_changed() {
      database.write(connection -> insert(connection, "a"));

      assertThatThrownBy(
              () ->
                  database.write(connection -> insert(connection, "b") && insert(connection, "a")))
          .isInstanceOf(StorageException.class)
          .hasMessageStartingWith("Database %s holds that already (", database.name())
          .extracting("reason")
          .isEqualTo(Reason.DUPLICATE);
      assertThat(names()).containsExactly("a");
    }

    @Test
    void work_that_met_others_is_done_again_from_its_start() {
      AtomicInteger tries = new AtomicInteger();

      database.write(
          connection -> {
            insert(connection, "try " + tries.incrementAndGet());
            if (tries.get() < 3) {
              throw othersInTheWay();
            }
            return true;
          });

      assertThat(names()).containsExactly("try 3");
    }

    @Test
    void a_thread_that_is_at_it_already_is_told_to_pass_the_connection_on() {
      assertThatThrownBy(() -> database.write(connection -> names()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "This thread uses database %s already; pass the connection on instead",
              database.name());
      assertThat(names()).isEmpty();
    }

    @Test
    @Timeout(60)
    void transactions_of_many_threads_lose_nothing() throws Exception {
      run("create table counter (value bigint not null)");
      run("insert into counter (value) values (0)");
      ExecutorService threads = Executors.newFixedThreadPool(16);
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int call = 0; call < 200; call++) {
        calls.add(() -> run("update counter set value = value + 1"));
      }
      for (Future<Boolean> call : threads.invokeAll(calls)) {
        assertThat(call.get()).isTrue();
      }
      threads.shutdown();

      assertThat(MigrationsTest.strings(database, "select value from counter"))
          .containsExactly("200");
    }

    @Test
    @Timeout(60)
    void an_interrupt_does_not_disturb_a_transaction_and_stays_set() {
      Thread.currentThread().interrupt();
      database.write(connection -> insert(connection, "a"));
      assertThat(Thread.interrupted()).isTrue();

      Thread.currentThread().interrupt();
      assertThat(names()).containsExactly("a");
      assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @Timeout(60)
    void a_library_gets_connections_that_take_their_turn() throws SQLException {
      try (Connection connection = database.dataSource().getConnection()) {
        assertThat(connection.getAutoCommit()).isTrue();
        insert(connection, "a");
        connection.setAutoCommit(false);
        insert(connection, "b");
        connection.commit();
        insert(connection, "left undone");
      }

      database.write(connection -> insert(connection, "c"));
      assertThat(names()).containsExactly("a", "b", "c");
    }

    @Test
    void what_is_closed_says_so() {
      database.close();

      assertThatThrownBy(this::names)
          .isInstanceOf(StorageException.class)
          .hasMessageContaining(database.name())
          .hasMessageContaining("closed");
    }

    abstract SQLException othersInTheWay();

    final Database database() {
      return database;
    }

    final List<String> names() {
      return MigrationsTest.strings(database, "select name from entry order by name asc");
    }

    final boolean run(String sql) {
      return database.write(
          connection -> {
            try (Statement statement = connection.createStatement()) {
              statement.execute(sql);
              return true;
            }
          });
    }

    static boolean insert(Connection connection, String name) throws SQLException {
      try (PreparedStatement insert =
          connection.prepareStatement("insert into entry (name) values (?)")) {
        insert.setString(1, name);
        return insert.executeUpdate() == 1;
      }
    }
  }

  @Nested
  class OnSqlite extends Contract {
    OnSqlite() {
      super(Dialect.SQLITE);
    }

    @Override
    SQLException othersInTheWay() {
      return new SQLiteException("x", SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT);
    }

    @Test
    void every_commit_is_on_disk_and_references_are_checked() {
      assertThat(settings("journal_mode", "synchronous", "foreign_keys"))
          .containsExactly("wal", "2", "1");
    }

    @Test
    void who_reads_cannot_write() {
      assertThatThrownBy(() -> database().read(connection -> insert(connection, "a")))
          .isInstanceOf(StorageException.class)
          .hasMessageStartingWith("Database %s cannot be written (", database().name())
          .hasMessageEndingWith("; allow writing to it and to its directory");
    }

    @Test
    void a_full_disk_is_told_and_the_rest_stays() {
      database().write(connection -> insert(connection, "a"));
      settings("max_page_count = 5");

      assertThatThrownBy(
              () -> database().write(connection -> insert(connection, "x".repeat(100_000))))
          .isInstanceOf(StorageException.class)
          .hasMessageStartingWith("There is no room left for database %s (", database().name())
          .hasMessageEndingWith("; free some, then try again")
          .extracting("reason")
          .isEqualTo(Reason.FULL);
      assertThat(names()).containsExactly("a");
    }

    private List<String> settings(String... pragmas) {
      return database()
          .write(
              connection -> {
                List<String> values = new ArrayList<>();
                for (String pragma : pragmas) {
                  try (Statement statement = connection.createStatement();
                      var row = statement.executeQuery("pragma " + pragma)) {
                    values.add(row.getString(1));
                  }
                }
                return values;
              });
    }
  }

  @Nested
  class OnPostgres extends Contract {
    OnPostgres() {
      super(Dialect.POSTGRESQL);
    }

    @Override
    SQLException othersInTheWay() {
      return new SQLException("x", "40001");
    }

    @Test
    @Timeout(60)
    void a_deadlock_ends_with_both_done() throws Exception {
      run("insert into entry (name) values ('a'), ('b')");
      ExecutorService threads = Executors.newFixedThreadPool(2);
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int call = 0; call < 20; call++) {
        String first = call % 2 == 0 ? "a" : "b";
        String second = call % 2 == 0 ? "b" : "a";
        calls.add(
            () ->
                database()
                    .write(connection -> touch(connection, first) && touch(connection, second)));
      }
      for (Future<Boolean> call : threads.invokeAll(calls)) {
        assertThat(call.get()).isTrue();
      }
      threads.shutdown();
    }

    @Test
    void a_statement_whose_connection_breaks_may_have_been_made() {
      assertThatThrownBy(() -> database().writeOnce(OnPostgres::breakConnection))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("did not confirm the last change (")
          .hasMessageEndingWith("; look whether it was made before you repeat it");

      database().writeOnce(connection -> insert(connection, "a"));
      assertThat(names()).containsExactly("a");
    }

    @Test
    void who_reads_does_not_notice_that_idle_connections_were_cut() {
      database().writeOnce(connection -> insert(connection, "a"));

      databases.open(address).writeOnce(OnPostgres::cutOthers);

      assertThat(names()).containsExactly("a");
    }

    private static boolean cutOthers(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        return statement.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
                + " where datname = current_database() and pid <> pg_backend_pid()");
      }
    }

    private static boolean breakConnection(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        return statement.execute("select pg_terminate_backend(pg_backend_pid())");
      }
    }

    @Test
    @Timeout(60)
    void interrupts_of_a_virtual_thread_lose_no_transaction() throws Exception {
      List<Reason> failures = new ArrayList<>();
      Thread virtual = startVirtual(() -> insertMany(300, failures));
      while (virtual.isAlive()) {
        virtual.interrupt();
        virtual.join(7);
      }

      assertThat(failures).isEmpty();
      assertThat(names()).hasSize(300);
    }

    private void insertMany(int rows, List<Reason> failures) {
      for (int number = 0; number < rows; number++) {
        String name = "row " + number;
        try {
          database().write(connection -> insert(connection, name));
        } catch (StorageException failure) {
          failures.add(failure.reason());
        }
      }
    }

    private boolean touch(Connection connection, String name) throws SQLException {
      try (PreparedStatement update =
          connection.prepareStatement("update entry set name = name where name = ?")) {
        update.setString(1, name);
        return update.executeUpdate() == 1;
      }
    }

    // why: the language level of this module does not know virtual threads, its users do
    private static Thread startVirtual(Runnable work) throws ReflectiveOperationException {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    }
  }
}
