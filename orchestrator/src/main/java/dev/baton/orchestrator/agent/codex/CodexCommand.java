package dev.baton.orchestrator.agent.codex;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.McpAccess;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnCommand.Input;
import dev.baton.orchestrator.agent.TurnCommand.TurnFile;
import dev.baton.orchestrator.agent.TurnRequest;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.node.StringNode;

/** The command lines of Codex for one turn. */
final class CodexCommand {
  private static final String TOKEN = "BATON_TOKEN";
  private static final String WORKSPACE = "workspace-write";
  private static final String FULL = "danger-full-access";
  private static final Set<String> PASSED =
      Set.of("CODEX_HOME", "CODEX_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL");

  private final AgentSetup setup;
  private final TurnRequest request;

  CodexCommand(AgentSetup setup, TurnRequest request) {
    this.setup = setup;
    this.request = request;
  }

  /** A turn that reads its prompt from standard input and asks nobody. */
  TurnCommand exec() {
    var arguments = new ArrayList<>(first());
    arguments.addAll(
        List.of(
            "exec",
            "--json",
            "--skip-git-repo-check",
            "--sandbox=" + (request.variant().hasFullAccess() ? FULL : WORKSPACE),
            "--cd=" + request.workspace()));
    request.variant().model().ifPresent(model -> arguments.add("--model=" + model));
    request.images().files().forEach(file -> arguments.add("--image=" + file));
    arguments.addAll(overrides());
    var last = new ArrayList<String>();
    request
        .resumes()
        .ifPresent(session -> last.addAll(List.of(request.forks() ? "fork" : "resume", session)));
    last.add("-");
    return command(setup.argv(arguments, request.variant(), last), new Input.Whole(prompt()));
  }

  // why: Codex says that it has no prompt, and stops, if standard input holds only blanks
  private String prompt() {
    return request.prompt().isBlank() ? "(no prompt)" : request.prompt();
  }

  /** A turn that goes on in messages from and to us. */
  TurnCommand appServer() {
    var arguments = new ArrayList<>(first());
    arguments.add("app-server");
    arguments.addAll(overrides());
    return command(
        setup.argv(arguments, request.variant(), List.of()),
        new Input.Channel(AppServerMessages.initialize() + "\n"));
  }

  private TurnCommand command(List<String> argv, Input input) {
    var own = new TreeMap<String, String>();
    own.put("TMPDIR", temporary().toString());
    request.mcp().ifPresent(access -> own.put(TOKEN, access.token()));
    return new TurnCommand(
        argv,
        setup.environment(request, PASSED, own),
        request.workspace(),
        input,
        List.of(new TurnFile(temporary().resolve(".keep"), "")));
  }

  // why: the sandbox lets programs write where this points, and a place of its own is all they need
  private Path temporary() {
    return request.privateDirectory().resolve("tmp");
  }

  private List<String> overrides() {
    var values =
        new ArrayList<>(
            List.of(
                "check_for_update_on_startup=false",
                "analytics.enabled=false",
                "features.plugins=false",
                "sandbox_workspace_write.exclude_slash_tmp=true",
                // why: without a network Codex would else wait for ever
                "features.unbounded_connection_retries=false"));
    if (!request.trust().hooks()) {
      values.add("features.hooks=false");
    }
    // why also where it is trusted: Codex would note its own opinion in the user's settings
    values.add("projects={%s={trust_level=%s}}".formatted(quoted(workspace()), quoted(trust())));
    request
        .variant()
        .effort()
        .ifPresent(effort -> values.add("model_reasoning_effort=" + quoted(effort)));
    request.mcp().ifPresent(access -> values.addAll(mcp(access)));
    var arguments = new ArrayList<String>();
    values.forEach(value -> arguments.addAll(List.of("-c", value)));
    return arguments;
  }

  // why: Codex runs hooks that were never looked at only where it is told so
  private List<String> first() {
    return request.trust().hooks() ? List.of("--dangerously-bypass-hook-trust") : List.of();
  }

  // why: where it is not trusted, Codex does not read AGENTS.md either; trust does no harm where a
  // repository names nothing
  private String trust() {
    var isHarmless =
        Stream.of(".codex", ".agents")
            .map(request.workspace()::resolve)
            .noneMatch(CodexCommand::exists);
    return request.trust().mcpServers() || isHarmless ? "trusted" : "untrusted";
  }

  private static boolean exists(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  private String workspace() {
    return request.workspace().toString();
  }

  private static List<String> mcp(McpAccess access) {
    return List.of(
        "mcp_servers.baton.url=" + quoted(access.url().toString()),
        "mcp_servers.baton.bearer_token_env_var=" + quoted(TOKEN),
        "mcp_servers.baton.default_tools_approval_mode=\"approve\"");
  }

  // why: a basic string of TOML has the escapes of JSON
  private static String quoted(String text) {
    return Json.MAPPER.writeValueAsString(StringNode.valueOf(text));
  }
}
