package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.home.DataDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpCommandTest {
  @TempDir private Path temporary;

  private static Optional<Path> directory(String... args) {
    return McpCommand.plainlyAskedFor(args, Map.of("BATON_HOME", "/from/the/environment"))
        .map(DataDirectory::path);
  }

  @Test
  void what_clients_start_is_read_without_the_library_of_the_command_line() {
    assertThat(directory("mcp")).contains(Path.of("/from/the/environment"));
    assertThat(directory("mcp", "--data-dir", "/named")).contains(Path.of("/named"));
  }

  @Test
  void the_home_of_the_environment_counts_and_not_the_one_that_java_knows() {
    assertThat(McpCommand.plainlyAskedFor(new String[] {"mcp"}, Map.of("HOME", "/home/ada")))
        .hasValueSatisfying(data -> assertThat(data.path()).startsWithRaw(Path.of("/home/ada")));
  }

  @Test
  void an_attempt_that_is_no_id_is_said_before_any_server_is_started() {
    var ended =
        Cli.run(
            Map.of("BATON_ATTEMPT_ID", "bogus"),
            "mcp",
            "--data-dir",
            temporary.resolve("data").toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .isEqualTo(
            "baton: BATON_ATTEMPT_ID is 'bogus', which is no UUID; unset it, or set it to the id of an attempt.\n");
    assertThat(temporary.resolve("data")).doesNotExist();
  }

  @Test
  void without_a_server_the_exit_code_is_3_and_the_directory_is_named() throws Exception {
    var file = Files.writeString(temporary.resolve("file"), "");

    var ended = Cli.run("mcp", "--data-dir", file.toString());

    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err())
        .startsWith("baton: No server could be started for " + file)
        .endsWith("; name another directory with --data-dir or BATON_HOME\n");
  }

  @Test
  void everything_else_is_left_to_the_library() {
    assertThat(directory()).isEmpty();
    assertThat(directory("serve")).isEmpty();
    assertThat(directory("mcp", "--help")).isEmpty();
    assertThat(directory("mcp", "--data-dir")).isEmpty();
    assertThat(directory("mcp", "--data-dir=/named")).isEmpty();
    assertThat(directory("mcp", "--data-dir", "/named", "more")).isEmpty();
  }
}
