package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class BackupCommandTest {
  @TempDir private Path directory;

  private Program.Ended backup(String... arguments) {
    var all = new String[arguments.length + 3];
    all[0] = "backup";
    all[1] = "--data-dir";
    all[2] = directory.resolve("data").toString();
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return Cli.run(all);
  }

  @Test
  void a_copy_of_a_running_server_has_everything_and_serves_in_its_place() throws Exception {
    var copy = directory.resolve("copy.db");
    try (var board = BoardFixture.in(directory)) {
      board.attempt("Copied", "write b.txt hello");

      var ended = backup("--json", copy.toString());

      assertThat(ended.code()).as(ended.err()).isZero();
      var answer = Json.parseObject(ended.out());
      assertThat(answer.path("file").asString("")).isEqualTo(copy.toString());
      assertThat(answer.path("bytes").asLong(0)).isEqualTo(Files.size(copy));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
          .isEqualTo("rw-------");
    }
    var other = Files.createDirectories(directory.resolve("other/data"));
    Files.copy(copy, other.resolve("baton.db"));
    try (var restored = BoardFixture.in(directory.resolve("other"))) {
      var projects = restored.client().call("list_projects", Json.object());
      assertThat(projects.path("count").asInt(0)).as("the copied one and the new one").isEqualTo(2);
    }
  }

  @Test
  void it_works_without_a_server_and_replaces_nothing() throws Exception {
    try (var _ = BoardFixture.in(directory)) {
      assertThat(directory.resolve("data/baton.db")).exists();
    }
    var copy = directory.resolve("copy.db").toString();

    assertThat(backup(copy).out()).startsWith("Copied the database to " + copy);

    var again = backup(copy);
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err())
        .isEqualToIgnoringNewLines(
            "baton: %s exists already, and a backup replaces nothing: choose another name."
                .formatted(copy));
  }

  @Test
  void what_cannot_be_copied_is_said() {
    assertThat(backup(directory.resolve("copy.db").toString()).err())
        .contains("There is no database in", "a server makes it when it starts first");
    assertThat(directory.resolve("data")).doesNotExist();
    assertThat(backup("--db", "jdbc:postgresql://localhost/baton", directory + "/x.db").err())
        .contains("use pg_dump");
    assertThat(backup(directory.resolve("none/copy.db").toString()).err())
        .contains("is in no directory");
  }
}
