package dev.baton.orchestrator.agent.claude;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.McpAccess;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnCommand.TurnFile;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The command line of Claude Code for one turn. */
final class ClaudeCommand {
  private static final Set<String> PASSED =
      Set.of(
          "ANTHROPIC_API_KEY",
          "ANTHROPIC_AUTH_TOKEN",
          "ANTHROPIC_BASE_URL",
          "ANTHROPIC_MODEL",
          "ANTHROPIC_CUSTOM_HEADERS",
          "ANTHROPIC_BEDROCK_BASE_URL",
          "ANTHROPIC_VERTEX_BASE_URL",
          "ANTHROPIC_VERTEX_PROJECT_ID",
          "CLAUDE_CONFIG_DIR",
          "CLAUDE_CODE_OAUTH_TOKEN",
          "CLAUDE_CODE_USE_BEDROCK",
          "CLAUDE_CODE_USE_VERTEX",
          "CLAUDE_CODE_MAX_RETRIES",
          "AWS_REGION",
          "AWS_PROFILE",
          "AWS_BEARER_TOKEN_BEDROCK",
          "CLOUD_ML_REGION");
  private static final Map<String, String> OWN =
      Map.of("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1", "DISABLE_AUTOUPDATER", "1");

  private final AgentSetup setup;
  private final TurnRequest request;

  ClaudeCommand(AgentSetup setup, TurnRequest request) {
    this.setup = setup;
    this.request = request;
  }

  TurnCommand build() {
    return new TurnCommand(
        setup.argv(arguments(), request.variant(), List.of()),
        setup.environment(request, PASSED, OWN),
        request.workspace(),
        new TurnCommand.Input.Channel(ClaudeControl.opening(request.prompt(), asksUs())),
        request.mcp().map(access -> List.of(mcpFile(access))).orElse(List.of()));
  }

  private List<String> arguments() {
    var arguments =
        new ArrayList<>(
            List.of(
                "-p",
                "--verbose",
                "--output-format=stream-json",
                "--input-format=stream-json",
                "--permission-mode=" + permissionMode()));
    if (asksUs()) {
      arguments.add("--permission-prompt-tool=stdio");
    }
    addRepositoryLimits(arguments);
    request.mcp().ifPresent(_ -> addMcp(arguments));
    request.variant().model().ifPresent(model -> arguments.add("--model=" + model));
    request.resumes().ifPresent(session -> arguments.add("--resume=" + session));
    return arguments;
  }

  private void addRepositoryLimits(List<String> arguments) {
    if (!request.trust().hooks()) {
      arguments.add("--settings=" + Json.object().put("disableAllHooks", true));
    }
    if (!request.trust().mcpServers()) {
      arguments.add("--strict-mcp-config");
    }
  }

  private void addMcp(List<String> arguments) {
    arguments.add("--mcp-config=" + mcpPath());
    arguments.add("--allowedTools=mcp__baton");
  }

  private boolean asksUs() {
    return request.variant().mode() == TurnMode.APPROVALS;
  }

  private String permissionMode() {
    return switch (request.variant().mode()) {
      case DEFAULT, NO_CONTEXT ->
          request.variant().hasFullAccess() ? "bypassPermissions" : "acceptEdits";
      case PLAN -> "plan";
      case APPROVALS -> "default";
    };
  }

  private Path mcpPath() {
    return request.privateDirectory().resolve("claude-mcp.json");
  }

  // why: a file, since every user of the machine can read a command line
  private TurnFile mcpFile(McpAccess access) {
    var server = Json.object().put("type", "http").put("url", access.url().toString());
    server.putObject("headers").put("Authorization", "Bearer " + access.token());
    var config = Json.object();
    config.putObject("mcpServers").set("baton", server);
    return new TurnFile(mcpPath(), config.toString());
  }
}
