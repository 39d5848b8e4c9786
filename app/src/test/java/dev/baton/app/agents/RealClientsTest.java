package dev.baton.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Real agents as clients of our server, configured by their users. */
@Timeout(180)
@Tag("slow")
class RealClientsTest {
  private static final String WORKFLOW =
      """
      name: look_around
      description: Look at a project and its tasks
      arguments:
        - name: project
          description: Id of the project
      steps:
        - name: projects
          tool: list_projects
        - name: tasks
          tool: list_tasks
          args: {project_id: {from_arg: project}}
      """;

  @TempDir private Path directory;

  /** The desk of a user whose server has a workflow and a task. */
  private Desk desk(RealAgent agent) throws IOException, InterruptedException {
    var workflows = Files.createDirectories(directory.resolve("data/workflows"));
    Files.writeString(workflows.resolve("look.yaml"), WORKFLOW);
    var desk = new Desk(agent, directory);
    desk.baton()
        .call(
            "create_task",
            Json.object().put("project_id", desk.project()).put("title", "Water the plants"));
    return desk;
  }

  private static List<String> toolsOf(Desk desk) throws IOException, InterruptedException {
    return desk.baton()
        .request("tools/list", Json.object())
        .path("tools")
        .valueStream()
        .map(tool -> tool.path("name").asString(""))
        .toList();
  }

  private Program.Ended run(Desk desk, Map<String, String> more, List<String> command)
      throws IOException, InterruptedException {
    var environment = new TreeMap<>(desk.environment());
    environment.putAll(more);
    var argv = new ArrayList<>(command);
    argv.set(0, directory.resolve("bin").resolve(command.getFirst()).toString());
    var place = Files.createDirectories(directory.resolve("elsewhere"));
    try (var program = Program.start(argv, environment, place)) {
      var ended = program.await();
      assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
      return ended;
    }
  }

  private static ObjectNode servers(JsonNode server) {
    var config = Json.object();
    config.putObject("mcpServers").set("baton", server);
    return config;
  }

  private static ObjectNode byHttp(Desk desk) {
    var server = Json.object().put("type", "http").put("url", desk.baton().url().toString());
    server.putObject("headers").put("Authorization", "Bearer " + desk.baton().token());
    return server;
  }

  private ObjectNode byLines() {
    var command =
        Program.javaCommand(
            List.of(), Main.class, "mcp", "--data-dir", directory.resolve("data").toString());
    var server = Json.object().put("command", command.getFirst());
    server.set("args", Json.strings(command.subList(1, command.size())));
    return server;
  }

  private void claude(Desk desk, ObjectNode server, String prompt)
      throws IOException, InterruptedException {
    var config = Files.writeString(directory.resolve("mcp.json"), servers(server).toString());
    var ended =
        run(
            desk,
            Map.of(
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                "ENABLE_TOOL_SEARCH", "false",
                "MCP_TIMEOUT", "60000"),
            List.of(
                "claude",
                "-p",
                "--strict-mcp-config",
                "--mcp-config=" + config,
                "--allowedTools=mcp__baton",
                prompt));
    assertThat(ended.out()).contains("Done.");
  }

  @Test
  void claude_code_has_every_tool_over_both_transports_and_calls_them() throws Exception {
    try (var desk = desk(RealAgent.CLAUDE)) {
      for (var server : List.of(byHttp(desk), byLines())) {
        claude(desk, server, ModelScript.of("tool list_projects {}"));
        var last = desk.model().requestsWith("list_projects").getLast();
        assertThat(last.tools())
            .containsAll(toolsOf(desk).stream().map(name -> "mcp__baton__" + name).toList());
        assertThat(last.answers().getFirst()).contains(desk.project());
      }
    }
  }

  @Test
  void claude_code_runs_a_workflow_by_its_prompt_and_by_its_tool() throws Exception {
    try (var desk = desk(RealAgent.CLAUDE)) {
      claude(desk, byHttp(desk), "/mcp__baton__look_around " + desk.project());
      assertThat(desk.model().requestsWith("Water the plants")).isNotEmpty();

      claude(
          desk,
          byHttp(desk),
          ModelScript.of("tool look_around {\"project\": \"%s\"}".formatted(desk.project())));
      assertThat(desk.model().requestsWith("Water the plants").getLast().answers().getFirst())
          .contains("Water the plants");
    }
  }

  private void codex(Desk desk, List<String> options, String prompt)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                "codex",
                "exec",
                "--json",
                "--skip-git-repo-check",
                // why: a model that Codex does not know is told all tools, and looks none up
                "--model=plain",
                "--config=features.plugins=false",
                "--config=analytics.enabled=false",
                "--config=check_for_update_on_startup=false"));
    options.forEach(option -> command.add("--config=" + option));
    command.add(prompt);
    run(desk, Map.of("BATON_TOKEN", desk.baton().token()), command);
  }

  @Test
  void codex_has_every_tool_in_both_generations_and_calls_them() throws Exception {
    try (var desk = desk(RealAgent.CODEX)) {
      var url = "mcp_servers.baton.url=\"%s\"".formatted(desk.baton().url());
      var token = "mcp_servers.baton.bearer_token_env_var=\"BATON_TOKEN\"";
      for (var generation : List.of("true", "false")) {
        codex(
            desk,
            List.of(url, token, "features.mcp_2026_07_28=" + generation),
            ModelScript.of(
                "tool list_projects {}",
                "tool look_around {\"project\": \"%s\"}".formatted(desk.project())));
        var last = desk.model().requestsWith("list_projects").getLast();
        assertThat(last.tools())
            .containsAll(toolsOf(desk).stream().map(name -> "mcp__baton." + name).toList());
        assertThat(last.answers().getFirst()).contains(desk.project());
        assertThat(last.answers().getLast()).contains("Water the plants");
      }
    }
  }

  @Test
  void gemini_gets_a_workflow_in_one_message() throws Exception {
    try (var desk = desk(RealAgent.GEMINI)) {
      var server = Json.object().put("httpUrl", desk.baton().url().toString());
      server.putObject("headers").put("Authorization", "Bearer " + desk.baton().token());
      var settings = desk.home().resolve(".gemini/settings.json");
      var merged = Json.parseObject(Files.readString(settings));
      merged.setAll(servers(server));
      Files.writeString(settings, merged.toString());

      run(
          desk,
          Map.of("GEMINI_CLI_TRUST_WORKSPACE", "true", "GEMINI_CLI_NO_RELAUNCH", "true"),
          List.of("gemini", "-p", "/look_around --project=" + desk.project()));

      var told = desk.model().requestsWith("Water the plants").getFirst();
      assertThat(told.history())
          .anySatisfy(
              said -> assertThat(said.text()).contains("Water the plants", "demo", "look_around"));
    }
  }
}
