package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  @TempDir private Path directory;

  @Test
  void without_a_verb_it_prints_help_and_all_is_well() {
    var ended = Cli.run();

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).startsWith("Usage: baton").contains("example", "token");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void it_knows_its_version() {
    var ended = Cli.run("--version");

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).matches("baton \\d+\\.\\d+\\.\\d+\\S* \\(Java 2\\d.*\\)\\R");
  }

  @Test
  void an_unknown_verb_is_wrong_usage_and_the_verbs_are_named() {
    var ended = Cli.run("serv");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("baton: There is no command 'serv'; these are: serve, mcp, stop, status, ")
        .contains(", task, ", ", attempt, ")
        .doesNotContain("rehearse")
        .hasLineCount(1);
    assertThat(ended.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "task",
        "attempt",
        "project",
        "repo",
        "approvals",
        "executors",
        "mcp",
        "stop",
        "status"
      })
  void help_has_examples(String command) {
    assertThat(Cli.run(command, "--help").out()).contains("Examples:", "\n  baton " + command);
  }

  @Test
  void an_address_that_nobody_knows_is_wrong_usage() {
    var ended = Cli.run("serve", "--bind", "nohost.invalid", "--data-dir", directory.toString());

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .isEqualTo(
            "baton: --bind nohost.invalid is no address: use one of this machine, such as"
                + " 127.0.0.1.\n");
  }

  @Test
  void a_server_whose_data_directory_is_a_file_says_so() throws Exception {
    var file = Files.writeString(directory.resolve("file"), "");

    var ended = Cli.run("serve", "--data-dir", file.toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .isEqualTo(
            "baton: The data directory %1$s cannot be used (%1$s is no directory); name another directory with --data-dir or BATON_HOME\n"
                .formatted(file));
  }

  @Test
  void an_unknown_option_is_wrong_usage_and_help_is_named() {
    var ended = Cli.run("example", "conformance", "--htpp", "1");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("'--htpp'", "'baton example --help' shows how it is used");
  }
}
