package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ConnectCommandTest {
  private static final String LAUNCHER = "/opt/my tools/baton";

  @TempDir private Path directory;

  private Program.Ended connect(String... arguments) {
    var all = new String[arguments.length + 1];
    all[0] = "connect";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Cli.run(Map.of("BATON_LAUNCHER", LAUNCHER, "BATON_HOME", directory.toString()), all);
  }

  private JsonNode recipe(String... arguments) {
    var all = new String[arguments.length + 1];
    all[0] = "--json";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Json.parseObject(connect(all).out());
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, mcpServers, .mcp.json",
    "vscode, servers, .vscode/mcp.json",
    "cursor, mcpServers, ~/.cursor/mcp.json",
    "gemini, mcpServers, ~/.gemini/settings.json"
  })
  void clients_with_json_start_the_launcher(String client, String key, String file) {
    var recipe = recipe(client);

    var server =
        Json.parseObject(recipe.path("configuration").asString("")).path(key).path("baton");
    assertThat(server.path("command").asString("")).isEqualTo(LAUNCHER);
    assertThat(server.path("args").toString())
        .isEqualTo("[\"mcp\",\"--data-dir\",\"%s\"]".formatted(directory));
    assertThat(recipe.path("file").asString("")).startsWith(file);
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, mcpServers, url, http",
    "vscode, servers, url, http",
    "cursor, mcpServers, url, ''",
    "gemini, mcpServers, httpUrl, ''"
  })
  void clients_with_json_reach_a_server(String client, String key, String address, String type)
      throws IOException {
    var server =
        Json.parseObject(recipe(client, "--http").path("configuration").asString(""))
            .path(key)
            .path("baton");

    assertThat(server.path(address).asString("")).isEqualTo("http://127.0.0.1:4747/mcp");
    assertThat(server.path("headers").path("Authorization").asString(""))
        .isEqualTo("Bearer " + Files.readString(directory.resolve("token")).strip());
    assertThat(server.path("type").asString("")).isEqualTo(type);
  }

  @Test
  void codex_gets_toml() {
    var text = recipe("codex").path("configuration").asString("");

    assertThat(text)
        .isEqualTo(
            """
            [mcp_servers.baton]
            command = "/opt/my tools/baton"
            args = ["mcp","--data-dir","%s"]
            """
                .formatted(directory));
    assertThat(recipe("codex", "--http").path("configuration").asString(""))
        .startsWith("[mcp_servers.baton]\nurl = \"http://127.0.0.1:4747/mcp\"\nhttp_headers = ");
  }

  @Test
  void people_get_the_command_and_the_file_with_quotes_where_a_shell_needs_them() {
    var ended = connect("claude-code");

    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .contains(
            "To let Claude Code use Baton, run:",
            "  claude mcp add --scope user baton -- '/opt/my tools/baton' mcp --data-dir "
                + directory,
            "Or put this into .mcp.json in a project's directory:");
  }

  @Test
  void the_usual_directory_need_not_be_named() {
    var ended = Cli.run(Map.of("BATON_LAUNCHER", "/opt/baton"), "connect", "gemini");

    assertThat(ended.out())
        .contains("gemini mcp add --scope user baton /opt/baton mcp\n")
        .doesNotContain("--data-dir");
  }

  @Test
  void an_unknown_client_is_wrong_usage_and_the_known_ones_are_named() {
    var ended = connect("emacs");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .isEqualToIgnoringNewLines(
            "baton: There is no client 'emacs'; these are: claude-code, codex, vscode, cursor,"
                + " gemini. Any other takes the command 'baton mcp'.");
  }
}
