package dev.baton.app.agents;

import java.util.Map;

/** Claude Code. */
class ClaudeTest extends RealAgentContract {
  ClaudeTest() {
    super(RealAgent.CLAUDE);
  }

  @Override
  String conversations() {
    return ".claude/projects";
  }

  @Override
  Map<String, String> traps(String command) {
    var hook = "[{\"hooks\": [{\"type\": \"command\", \"command\": \"%s\"}]}]".formatted(command);
    return Map.of(
        ".claude/settings.json",
        "{\"hooks\": {\"SessionStart\": %s, \"UserPromptSubmit\": %s}}".formatted(hook, hook),
        ".mcp.json",
        "{\"mcpServers\": {\"trap\": {\"command\": \"%s\"}}}".formatted(command));
  }
}
