package dev.baton.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users of real clients who have done what {@code baton connect} says, and nothing else. */
@Timeout(180)
@Tag("slow")
class ConnectedClientTest {
  @TempDir private Path directory;

  /** What the user's client starts; in a place with a space, as some are. */
  private Path launcher() throws IOException {
    var command =
        Program.javaCommand(List.of(), Main.class).stream()
            .map("'%s'"::formatted)
            .collect(Collectors.joining(" "));
    var file = Files.createDirectories(directory.resolve("my tools")).resolve("baton");
    Files.writeString(file, "#!/bin/sh\nexec %s \"$@\"\n".formatted(command));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path data() {
    return directory.resolve("data of a new user");
  }

  @AfterEach
  void stopTheServerThatTheClientHasStarted() {
    Cli.run("stop", "--data-dir", data().toString());
  }

  private String connect(String client) throws IOException {
    var environment =
        Map.of("BATON_LAUNCHER", launcher().toString(), "BATON_HOME", data().toString());
    return Cli.run(environment, "connect", client).out();
  }

  /** The command that is shown for pasting. */
  private String printed(String client) throws IOException {
    return connect(client)
        .lines()
        .map(String::strip)
        .filter(line -> line.contains(" mcp add "))
        .findFirst()
        .orElseThrow();
  }

  private Program.Ended shell(Desk desk, String command) throws IOException, InterruptedException {
    var environment = new TreeMap<>(desk.environment());
    environment.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    environment.put("ENABLE_TOOL_SEARCH", "false");
    environment.put("MCP_TIMEOUT", "60000");
    try (var program = Program.start(List.of("sh", "-c", command), environment, desk.repo())) {
      var ended = program.await();
      assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
      return ended;
    }
  }

  @Test
  void claude_code_goes_from_nothing_to_a_merged_attempt_with_what_connect_prints()
      throws Exception {
    try (var desk = new Desk(RealAgent.CLAUDE, directory)) {
      shell(desk, printed("claude-code"));
      var prompt =
          ModelScript.of(
              "tool create_project {\"name\": \"greeter\", \"repos\": [{\"path\": \"%s\"}], \"allow_shared\": true}"
                  .formatted(desk.repo()),
              "tool create_task {\"project_id\": \"$project_id\", \"title\": \"Say hello\","
                  + " \"description\": \"write hello.txt Hello\"}",
              "tool start_task_attempt {\"task_id\": \"$task_id\", \"executor\": \"FAKE_AGENT\"}",
              "tool get_attempt_status {\"attempt_id\": \"$attempt_id\", \"wait_ms\": 45000,"
                  + " \"since_state\": \"running\"}",
              "tool merge_attempt {\"attempt_id\": \"$attempt_id\"}");

      var said = shell(desk, "claude -p --allowedTools=mcp__baton '%s'".formatted(prompt));

      assertThat(said.out())
          .as(() -> desk.model().requestsWith("model>").getLast().answers().toString())
          .contains("Done.");
      assertThat(shell(desk, "git show main:hello.txt").out()).isEqualTo("Hello");
      assertThat(shell(desk, "git log -1 --format=%s").out()).isEqualTo("Say hello");
    }
  }

  @Test
  void gemini_has_the_printed_configuration_after_the_printed_command() throws Exception {
    try (var desk = new Desk(RealAgent.GEMINI, directory)) {
      shell(desk, printed("gemini"));

      var text = connect("gemini");
      var expected = Json.parseObject(text.substring(text.indexOf("\n{") + 1)).path("mcpServers");
      var made = Files.readString(desk.home().resolve(".gemini/settings.json"));
      assertThat(Json.parseObject(made).path("mcpServers")).isEqualTo(expected);
    }
  }

  @Test
  void codex_has_the_printed_configuration_after_the_printed_command() throws Exception {
    try (var desk = new Desk(RealAgent.CODEX, directory)) {
      shell(desk, printed("codex"));

      var text = connect("codex");
      var expected = text.substring(text.indexOf("[mcp_servers.baton]")).replace("\",\"", "\", \"");
      assertThat(desk.home().resolve(".codex/config.toml")).content().contains(expected.strip());
    }
  }
}
