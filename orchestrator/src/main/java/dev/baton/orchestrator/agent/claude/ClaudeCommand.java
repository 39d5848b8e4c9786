package dev.baton.orchestrator.agent.claude;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.McpAccess;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnCommand.TurnFile;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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
  private static final String BYPASS = "bypassPermissions";

  private final AgentSetup setup;
  private final TurnRequest request;
  private final boolean isRoot;

  ClaudeCommand(AgentSetup setup, TurnRequest request, boolean isRoot) {
    this.setup = setup;
    this.request = request;
    this.isRoot = isRoot;
  }

  TurnCommand build() {
    return new TurnCommand(
        setup.argv(arguments(), request.variant(), List.of()),
        setup.environment(request, PASSED, own()),
        request.workspace(),
        new TurnCommand.Input.Channel(
            ClaudeControl.opening(
                request.images().tooLarge().under(request.prompt()),
                request.images().inline(),
                asksUs())),
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
    request.variant().effort().ifPresent(effort -> arguments.add("--effort=" + effort));
    request.resumes().ifPresent(session -> arguments.add("--resume=" + session));
    if (request.forks()) {
      arguments.add("--fork-session");
    }
    return arguments;
  }

  private Map<String, String> own() {
    var own = new TreeMap<String, String>();
    own.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    own.put("DISABLE_AUTOUPDATER", "1");
    if (!request.trust().hooks()) {
      own.put("CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD", "1");
    }
    if (isRoot && permissionMode().equals(BYPASS)) {
      // why: Claude Code refuses to trust itself as the superuser without it
      own.put("IS_SANDBOX", "1");
    }
    return own;
  }

  private void addRepositoryLimits(List<String> arguments) {
    if (!request.trust().hooks()) {
      arguments.add("--settings=" + Json.object().put("disableAllHooks", true));
      // why: settings of a repository name programs besides hooks, and the address of the model
      arguments.add("--setting-sources=user");
      // why: without those settings CLAUDE.md is read in added directories only
      arguments.add("--add-dir=" + request.workspace());
    }
    if (!request.trust().mcpServers()) {
      arguments.add("--strict-mcp-config");
    } else if (!request.trust().hooks() && Files.exists(repositoryServers())) {
      // why: it belongs to the settings that are left out
      arguments.add("--mcp-config=" + repositoryServers());
    }
  }

  private Path repositoryServers() {
    return request.workspace().resolve(".mcp.json");
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
      case DEFAULT, NO_CONTEXT, FORK -> request.variant().hasFullAccess() ? BYPASS : "acceptEdits";
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
