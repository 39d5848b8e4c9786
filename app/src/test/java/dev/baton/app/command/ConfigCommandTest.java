package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
  private static final String FILE =
      """
      limits:
        running: 4
        files: 100
      projects:
        Demo: {hooks: true}
      executors:
        CODEX:
          environment: {OPENAI_API_KEY: secret}
      """;

  @TempDir private Path directory;

  private Program.Ended show(Map<String, String> environment, String... more) {
    var arguments = new String[more.length + 4];
    System.arraycopy(
        new String[] {"config", "show", "--data-dir", directory.toString()}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return Cli.run(environment, arguments);
  }

  private void write(String text) throws IOException {
    Files.writeString(directory.resolve("config.yaml"), text);
  }

  @Test
  void every_value_is_shown_with_where_it_comes_from() throws IOException {
    write(FILE);

    var ended = show(Map.of("BATON_LIMITS_LINES", "77"), "--workflows", directory.toString());

    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(ended.out().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "limits.running 4 config.yaml:2",
            "limits.running_per_project none default",
            "limits.files 100 config.yaml:3",
            "limits.lines 77 environment variable BATON_LIMITS_LINES",
            "limits.bytes 50000000 default",
            "limits.run_time none default",
            "limits.idle_time none default",
            "limits.approval_time none default",
            "limits.message_bytes 4194304 default",
            "limits.requests 64 default",
            "limits.streams 32 default",
            "budget.day none default",
            "commit_policy auto default",
            "repositories.hooks false default",
            "repositories.mcp_servers false default",
            "workflows [\"%s\"] flag --workflows".formatted(directory),
            "trace auto default",
            "retention.worktrees 72h default",
            "retention.logs 90d default",
            "nodes.patience 10m default",
            "database.url baton.db default",
            "projects.Demo.hooks true config.yaml:5",
            "executors.CODEX.environment.OPENAI_API_KEY (hidden) config.yaml:8");
  }

  @Test
  void scripts_get_json() throws IOException {
    write(FILE);

    var ended = show(Map.of(), "--json", "--max-running", "9");

    assertThat(ended.code()).isZero();
    var json = Json.parseObject(ended.out());
    assertThat(json.path("file").asString()).isEqualTo(directory.resolve("config.yaml").toString());
    assertThat(json.path("settings").path(0))
        .isEqualTo(
            Json.parseObject(
                """
                {"key": "limits.running", "value": 9,
                 "source": {"kind": "flag", "name": "--max-running"}}
                """));
    assertThat(json.path("settings").path(2).path("source"))
        .isEqualTo(Json.parseObject("{\"kind\": \"file\", \"line\": 3}"));
    assertThat(ended.out()).doesNotContain("secret");
  }

  @Test
  void a_broken_file_is_told_and_nothing_is_shown() throws IOException {
    write("limits: {running: x}\ncolour: red\n");

    var ended = show(Map.of());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines())
        .containsExactly(
            "baton: The configuration of %s has 2 problems:".formatted(directory),
            "config.yaml:1: limits.running is 'x'; allowed: a whole number from 1 to 1000",
            "config.yaml:2: unknown key 'colour'; allowed: limits, budget, commit_policy,"
                + " repositories, workflows, trace, retention, server, nodes, database, forges,"
                + " projects, executors, notify");
  }

  @Test
  void scripts_get_the_mistakes_as_an_envelope() throws IOException {
    write("limits: {running: x}\n");

    var ended = show(Map.of(), "--json");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    var json = Json.parseObject(ended.err());
    assertThat(json.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(json.path("details").path("problems").path(0).path("source"))
        .isEqualTo(Json.parseObject("{\"kind\": \"file\", \"line\": 1}"));
  }

  @Test
  void a_server_does_not_start_with_a_broken_file() throws IOException {
    write("limits: {running: x}\n");

    var ended = Cli.run("serve", "--port", "0", "--data-dir", directory.toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .contains("config.yaml:1: limits.running is 'x'; allowed: a whole number from 1 to 1000");
  }

  @Test
  void flags_that_cannot_be_are_wrong_usage() {
    assertThat(show(Map.of(), "--max-running", "0").err())
        .isEqualToIgnoringNewLines("baton: --max-running 0 is too few: use 1 or more.");
    assertThat(show(Map.of(), "--workflows", "/nowhere").code()).isEqualTo(2);
    assertThat(Cli.run("config").code()).isEqualTo(2);
  }

  @Test
  void a_file_that_is_nested_too_deeply_is_named_with_its_line() throws IOException {
    write("limits:\n  running: " + "[".repeat(100_000) + "\n");
    assertThat(show(Map.of()).err())
        .contains(
            "config.yaml:2: more than 50 levels of mappings and lists; allowed: the keys of"
                + " docs/configuration.md");

    write(
        IntStream.range(0, 1200)
            .mapToObj(level -> " ".repeat(level) + "a:\n")
            .collect(Collectors.joining()));
    var ended = show(Map.of());
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains("more than 50 levels").doesNotContain("Unexpected");
  }

  @Test
  void what_is_no_plain_file_is_not_waited_for() throws Exception {
    var file = directory.resolve("config.yaml");
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThat(show(Map.of()).err())
        .contains(
            "config.yaml:1: the file is a pipe, a socket or a device; allowed: a plain file of at"
                + " most a mebibyte");

    Files.delete(file);
    Files.createDirectory(file);
    assertThat(show(Map.of()).err()).contains("config.yaml:1: the file is a directory");

    Files.delete(file);
    write("#".repeat(1 << 21));
    assertThat(show(Map.of()).err()).contains("the file has 2097152 bytes, more than 1048576");
  }

  @Test
  void a_file_that_cannot_be_opened_is_a_sentence_with_what_to_do() throws IOException {
    Files.createSymbolicLink(directory.resolve("config.yaml"), Path.of("config.yaml"));

    var ended = show(Map.of());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .contains("config.yaml", "Check that the disk has room and that you may write there")
        .doesNotContain("Unexpected failure", "Exception");
  }
}
