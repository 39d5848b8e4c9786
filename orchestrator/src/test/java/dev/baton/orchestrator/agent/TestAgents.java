package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.acp.AcpExecutor;
import dev.baton.orchestrator.agent.acp.AcpProfile;
import dev.baton.orchestrator.agent.claude.ClaudeExecutor;
import dev.baton.orchestrator.agent.codex.CodexExecutor;
import dev.baton.orchestrator.agent.command.CommandExecutor;
import dev.baton.orchestrator.agent.fake.FakeExecutor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Executors whose programs need not be there, and requests for them. */
public final class TestAgents {
  public static final ServerVariables VARIABLES =
      new ServerVariables(
          Map.of(
              "PATH", "/nowhere",
              "HOME", "/home/dev",
              "LANG", "en_GB.UTF-8",
              "DATABASE_PASSWORD", "secret",
              "ANTHROPIC_API_KEY", "anthropic",
              "OPENAI_API_KEY", "openai",
              "GEMINI_API_KEY", "gemini",
              "COPILOT_GITHUB_TOKEN", "copilot"));

  private TestAgents() {}

  public static AgentExecutor claude() {
    return claude(false);
  }

  public static AgentExecutor claude(boolean isRoot) {
    return new ClaudeExecutor(setup("CLAUDE_CODE", List.of("claude")), isRoot);
  }

  public static AgentExecutor codex() {
    return new CodexExecutor(setup("CODEX", List.of("codex")));
  }

  public static AgentExecutor acp(AcpProfile profile) {
    return new AcpExecutor(setup(profile.name(), List.of(profile.program())), profile);
  }

  public static AgentExecutor acp(String name) {
    return new AcpExecutor(setup(name, List.of("my-agent", "--acp")), AcpProfile.of(name));
  }

  public static AgentExecutor command(List<String> command) {
    return new CommandExecutor(setup("MY_COMMAND", command), CommandExecutor.PrintedAs.TEXT);
  }

  public static AgentExecutor fake() {
    return new FakeExecutor(
        setup("FAKE_AGENT", List.of("java", "FakeAgent")), Path.of("/data/fake-sessions"));
  }

  public static AgentSetup setup(String name, List<String> command) {
    return new AgentSetup(
        name, AgentProgram.of(name, command, VARIABLES), ExecutorSettings.NONE, VARIABLES);
  }

  public static TurnRequest request(String prompt) {
    return TurnRequest.of(
        new UUID(0, 7), prompt, Path.of("/home/dev/work"), Path.of("/data/turns/1"));
  }

  public static TurnRequest request(String prompt, TurnMode mode) {
    return request(prompt).withVariant(AgentVariant.of(mode));
  }
}
