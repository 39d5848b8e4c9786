package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Export, import, backup and restore, as an operator runs them. */
@Tag("slow")
class MovingCommandsTest {
  private static final int ENTRIES = Integer.getInteger("baton.moved.entries", 30_000);
  private static final int MEMORY = 32;

  @RegisterExtension final Databases servers = Databases.of(Dialect.POSTGRESQL);
  @TempDir private Path directory;

  private Program.Ended baton(String data, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data-dir", directory.resolve(data).toString()));
    return Cli.run(all.toArray(String[]::new));
  }

  private Program.Ended good(String data, String... arguments) {
    var ended = baton(data, arguments);
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended;
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  /** All lines but the first, which says where and when. */
  private static List<String> rows(Path file) throws IOException {
    var lines = Files.readAllLines(file);
    return lines.subList(1, lines.size());
  }

  @Test
  void a_board_goes_to_postgresql_and_back_to_a_file() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.attempt("Moved", "write b.txt hello");
      var answer = Json.parseObject(good("data", "export", file("a"), "--logs", "--json").out());
      assertThat(answer.path("rows").path("board_task").asInt(0)).isEqualTo(1);
      assertThat(answer.path("rows").path("log_entry").asInt(0)).isPositive();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(file("a")))))
          .isEqualTo("rw-------");
    }
    var server = servers.newAddress();

    assertThat(good("new", "import", file("a"), "--db", server).out())
        .contains("Imported from", "1 project", "1 task, ", "1 attempt", "Already here: nothing");
    assertThat(good("new", "import", file("a"), "--db", server).out())
        .contains("nothing. Already here: 1 project");
    good("new", "export", file("b"), "--logs", "--db", server);
    good("other", "import", file("b"));
    good("other", "export", file("c"), "--logs");

    assertThat(rows(Path.of(file("b")))).isEqualTo(rows(Path.of(file("a"))));
    assertThat(rows(Path.of(file("c")))).isEqualTo(rows(Path.of(file("a"))));
  }

  @Test
  void a_board_that_is_larger_than_the_memory_goes_to_postgresql_and_back() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.attempt("Large", "say the only one");
    }
    fill(directory.resolve("data/baton.db"));
    var server = servers.newAddress();

    var exported = small("data", "export", file("a"), "--logs");
    assertThat(Files.size(Path.of(file("a")))).isGreaterThan(MEMORY * 1_000_000L);
    assertThat(exported.out()).contains((ENTRIES + 1) + " log lines");
    assertThat(exported.err()).contains("25000 rows are written");
    var imported = small("new", "import", file("a"), "--db", server);
    assertThat(imported.err()).contains("25000 rows are checked", "25000 rows are read");
    small("new", "export", file("b"), "--logs", "--db", server);
    small("other", "import", file("b"));
    small("other", "export", file("c"), "--logs");

    for (var moved : List.of("b", "c")) {
      assertSameRows(Path.of(file("a")), Path.of(file(moved)));
    }
  }

  /** Straight into the store; an agent would take an hour. */
  private static void fill(Path board) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + board);
        var statement = connection.createStatement()) {
      // why so long: all of it together must not fit into the memory
      statement.executeUpdate(
          """
          with recursive n(i) as (select 1 union all select i + 1 from n where i < %d)
          insert into log_entry (attempt_id, channel, entry_index, process_id, logged_at, type,
            content, continues)
          select attempt_id, 1, 1000 + n.i, process_id, logged_at, 'stdout',
            'entry ' || n.i || hex(zeroblob(%d)), 0
          from log_entry cross join n where channel = 0 and content = 'the only one'
          """
              .formatted(ENTRIES, Math.max(100, 18_000_000 / ENTRIES)));
      statement.executeUpdate("update attempt set next_raw_index = 1001 + " + ENTRIES);
      statement.executeUpdate("delete from log_entry where channel = 1 and entry_index <= 1000");
      statement.executeUpdate(
          "delete from log_entry where channel = 0 and content <> 'the only one'");
    }
  }

  /** The program with little memory, in a process of its own. */
  private Program.Ended small(String data, String... arguments) throws Exception {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data-dir", directory.resolve(data).toString()));
    var options = List.of("-XX:+UseSerialGC", "-Xmx%dm".formatted(MEMORY));
    var command = Program.javaCommand(options, Main.class, all.toArray(String[]::new));
    try (var program = Program.start(command, Map.of("BATON_HOME", ""))) {
      var ended = program.await();
      assertThat(ended.code()).as(ended.err()).isZero();
      return ended;
    }
  }

  /** But for the first line, which says where and when; never are many of them in memory. */
  private static void assertSameRows(Path one, Path other) throws IOException {
    try (var left = Files.newBufferedReader(one);
        var right = Files.newBufferedReader(other)) {
      left.readLine();
      right.readLine();
      for (var line = left.readLine(); line != null; line = left.readLine()) {
        assertThat(right.readLine()).isEqualTo(line);
      }
      assertThat(right.readLine()).isNull();
    }
  }

  @Test
  void an_import_waits_for_the_server_to_end_and_says_how() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      good("data", "export", file("a"));
      assertThat(baton("data", "export", file("a")).err()).contains("an export replaces nothing");

      var refused = baton("data", "import", file("a"));

      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err())
          .contains("A server of " + board.data(), "stop it with 'baton stop --data-dir ");
      assertThat(baton("data", "restore", file("a")).err()).contains("stop it with 'baton stop");
    }
    assertThat(baton("data", "import", file("none")).err()).contains("There is no file");
    assertThat(baton("data", "import").err()).contains("Say what to import");
    Files.writeString(Path.of(file("bad")), "garbage\n");
    assertThat(baton("data", "import", file("bad")).err()).contains("Line 1 of");
    assertThat(baton("none", "export", file("b")).err()).contains("There is no database");
  }

  @Test
  void a_directory_that_a_worker_holds_is_not_said_to_have_a_server_to_stop() throws Exception {
    Files.createDirectories(directory.resolve("data"));
    Files.writeString(Path.of(file("a")), "");
    try (var file =
            FileChannel.open(
                directory.resolve("data/serve.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = file.lock()) {
      assertThat(baton("data", "import", file("a")).err())
          .contains("A worker of ", "an import needs the directory for itself", "end the worker")
          .doesNotContain("baton stop");
    }
  }

  @Test
  void a_board_goes_through_pipes() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board
          .client()
          .call(
              "create_task",
              Json.object().put("project_id", board.project()).put("title", "Piped"));
      var exported = good("data", "export", "-");
      assertThat(exported.err()).contains("Exported to standard output: 1 project");
      Files.writeString(Path.of(file("a")), exported.out());
    }
    var pipe = Path.of(file("pipe"));
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    var writer = new ProcessBuilder("sh", "-c", "cat a > pipe").directory(directory.toFile());
    var running = writer.start();
    assertThat(good("new", "import", pipe.toString()).out())
        .contains("Imported from " + pipe, "1 project", "1 task");
    assertThat(running.waitFor()).isZero();

    try (var program =
        Program.baton("import", "-", "--data-dir", directory.resolve("new").toString())) {
      for (var line : Files.readAllLines(Path.of(file("a")))) {
        program.send(line);
      }
      var ended = program.await();
      assertThat(ended.out())
          .as(ended.err())
          .contains("Imported from standard input: nothing. Already here: 1 project");
    }
    assertThat(baton("new", "import", directory.toString()).err()).contains("is a directory");
  }

  @Test
  void an_interrupt_leaves_no_copy_of_what_comes_through_a_pipe() throws Exception {
    var temporary = Files.createDirectory(directory.resolve("temporary"));
    var command =
        Program.javaCommand(
            List.of("-Djava.io.tmpdir=" + temporary), Main.class, "import", "-", "--data-dir", "x");
    try (var program = Program.start(command, Map.of(), directory)) {
      await()
          .atMost(1, TimeUnit.MINUTES)
          .until(
              () -> copies(temporary).stream().anyMatch(it -> Files.exists(it.resolve("lines"))));
      program.terminate();
      assertThat(program.awaitWithOpenInput().code()).isEqualTo(143);
    }
    assertThat(copies(temporary)).isEmpty();
  }

  private static List<Path> copies(Path temporary) throws IOException {
    try (var entries = Files.list(temporary)) {
      return entries.filter(it -> it.getFileName().toString().startsWith("baton-pipe")).toList();
    }
  }

  @Test
  void what_comes_into_a_shared_database_gets_a_home_that_lives() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.attempt("Moved", "write b.txt hello");
      good("data", "export", file("a"));
    }
    var server = servers.newAddress();
    good("one", "import", file("a"), "--db", server);
    try (var database = dev.baton.database.Database.open(server)) {
      var store = Store.open(database);
      assertThat(nodes(store)).as("nobody lives yet").isEmpty();
      Node.join(store, directory.resolve("one"), NodeSetup.SERVER, 1);
      var node = nodes(store).getFirst();
      var repo = store.read(tables -> tables.projects().listAllRepos()).getFirst();
      var home = store.read(tables -> tables.projects().findHome(repo.id()));
      assertThat(home).contains(node);

      var refused = baton("other", "import", file("a"), "--db", server);

      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err())
          .contains(
              "The database is that of server '%s', and %s is the data directory of none of these"
                  .formatted(node, directory.resolve("other")),
              "name its directory with --data-dir",
              "start 'baton serve' once");
      assertThat(good("one", "import", file("a"), "--db", server).out()).contains("nothing. ");
      assertThat(nodes(store)).hasSize(1);
    }
    Files.writeString(
        Path.of(file("a")), Files.readString(Path.of(file("a"))).replace("Moved", "Changed"));
    assertThat(baton("one", "import", file("a"), "--db", server).err())
        .contains("Bring the board into another database, with --db");
  }

  private static List<String> nodes(Store store) {
    return store.read(tables -> tables.nodes().list()).stream().map(KnownNode::name).toList();
  }

  @Test
  void a_refused_import_leaves_no_board_in_the_way_of_a_restore() throws Exception {
    try (var _ = BoardFixture.in(directory)) {
      good("data", "backup", file("copy.db"));
    }
    Files.writeString(Path.of(file("bad")), "garbage\n");

    assertThat(baton("fresh", "import", file("bad")).err()).contains("Line 1 of");
    try (var left = Files.list(directory.resolve("fresh"))) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .noneMatch(it -> it.contains("db"));
    }
    good("fresh", "restore", file("copy.db"));
  }

  @Test
  void a_backup_is_restored_where_nothing_is() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.attempt("Kept", "write b.txt hello");
      good("data", "backup", file("copy.db"));
      good("data", "export", file("a"));
    }

    assertThat(baton("data", "restore", file("copy.db")).err())
        .contains("baton.db is there, and a restore replaces nothing", "mv ");
    assertThat(good("fresh", "restore", file("copy.db")).out()).contains("is now the database of");

    good("fresh", "export", file("b"));
    assertThat(rows(Path.of(file("b")))).isEqualTo(rows(Path.of(file("a"))));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve("fresh/baton.db"))))
        .isEqualTo("rw-------");
  }

  @Test
  void copies_that_are_no_good_are_refused_and_nothing_is_there_after() throws Exception {
    try (var _ = BoardFixture.in(directory)) {
      good("data", "backup", file("copy.db"));
    }
    var bytes = Files.readAllBytes(Path.of(file("copy.db")));
    Files.writeString(Path.of(file("text")), "no database");
    for (int place = bytes.length / 2; place < bytes.length / 2 + 9000; place++) {
      bytes[place] = 7;
    }
    Files.write(Path.of(file("damaged")), bytes);

    assertThat(baton("fresh", "restore", file("text")).err()).contains("is not an SQLite database");
    assertThat(baton("fresh", "restore", file("damaged")).err()).contains("is damaged (");
    Files.write(Path.of(file("empty")), new byte[0]);
    assertThat(baton("fresh", "restore", file("empty")).err())
        .contains("is no board of Baton: choose another copy");
    assertThat(baton("fresh", "restore", file("none")).err()).contains("There is no file");
    assertThat(directory.resolve("fresh/baton.db")).doesNotExist();
  }

  @Test
  void a_copy_of_a_later_program_is_refused() throws Exception {
    try (var _ = BoardFixture.in(directory)) {
      good("data", "backup", file("copy.db"));
    }
    try (var database = dev.baton.database.Database.open(file("copy.db"))) {
      database.write(
          connection -> {
            try (var statement = connection.createStatement()) {
              return statement.executeUpdate(
                  "insert into baton_migration select namespace, number + 1000, 'V9999__x.sql',"
                      + " checksum, applied_at from baton_migration where namespace ="
                      + " 'orchestrator'");
            }
          });
    }

    assertThat(baton("fresh", "restore", file("copy.db")).err())
        .contains("newer than this program");
  }

  @Test
  void doctor_says_what_the_directory_is_full_of_and_what_could_go() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.attempt("Sized", "write b.txt hello");
    }

    assertThat(baton("data", "doctor").out())
        .contains(
            "data size",
            "database ",
            "worktrees ",
            "output of programs ",
            "'baton prune' would free nothing");

    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("data/baton.db"));
        var statement = connection.createStatement()) {
      // why so: nobody waits for months
      statement.executeUpdate("update board_task set status = 'done', updated_at = 1");
      statement.executeUpdate("update attempt set updated_at = 1, last_activity_at = 1");
    }
    assertThat(baton("data", "doctor").out())
        .containsPattern(
            "'baton prune' would free \\d+ KiB of worktrees, \\d+ log entries"
                + " in the database");
  }
}
