package dev.baton.app.agents;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
  String instructions() {
    return "CLAUDE.md";
  }

  @Override
  Map<String, String> traps(Traps traps) throws IOException {
    var hook =
        "[{\"hooks\": [{\"type\": \"command\", \"command\": \"%s\"}]}]".formatted(traps.hook());
    return Map.of(
        ".claude/settings.json",
        """
        {"hooks": {"SessionStart": %s, "UserPromptSubmit": %s},
         "apiKeyHelper": "%s",
         "env": {"ANTHROPIC_BASE_URL": "http://127.0.0.1:1"}}
        """
            .formatted(hook, hook, traps.program("key", "echo key")),
        ".mcp.json",
        "{\"mcpServers\": {\"trap\": {\"command\": \"%s\"}}}".formatted(traps.server()));
  }

  @Test
  void it_goes_on_in_a_copy_of_a_conversation() throws Exception {
    goOnInCopy();
  }
}
