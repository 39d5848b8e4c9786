package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.mcp.protocol.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        .startsWith(
            "baton: There is no command 'serv'; these are: serve, worker, mcp, open, top, stop,"
                + " status, ")
        .contains(", task, ", ", attempt, ")
        .doesNotContain("rehearse")
        .endsWith("; did you mean 'serve'?\n")
        .hasLineCount(1);
    assertThat(ended.out()).isEmpty();
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

  @Test
  void a_port_that_is_none_is_wrong_usage_whoever_serves_already() {
    var ended = Cli.run("serve", "--port", "99999", "--data-dir", directory.toString());

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).isEqualTo("baton: --port 99999 is no port: use 0 to 65535.\n");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void with_json_a_failure_is_an_envelope_on_standard_error() throws Exception {
    var file = Files.writeString(directory.resolve("board.db"), "");

    var ended = Cli.run("backup", file.toString(), "--json");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(Json.parseObject(ended.err()))
        .isEqualTo(
            Json.object()
                .put("code", "already_done")
                .put(
                    "message",
                    "%s exists already, and a backup replaces nothing: choose another name."
                        .formatted(file))
                .put("retryable", false)
                .put(
                    "hint",
                    "Do what the message says, then repeat the command; 'baton doctor' checks this"
                        + " machine"));
  }

  @Test
  void with_json_the_lack_of_a_server_is_an_envelope_too() throws Exception {
    var file = Files.writeString(directory.resolve("file"), "").resolve("data").toString();

    for (var ended :
        List.of(
            Cli.run("workflow", "list", "--json", "--data-dir", file),
            Cli.run("project", "list", "--json", "--data-dir", file))) {
      assertThat(ended.code()).isEqualTo(3);
      var envelope = Json.parseObject(ended.err());
      assertThat(envelope.path("code").asString("")).isEqualTo("internal");
      assertThat(envelope.path("message").asString("")).startsWith("No server could be started");
      assertThat(envelope.has("retryable") && envelope.has("hint")).isTrue();
    }
  }
}
