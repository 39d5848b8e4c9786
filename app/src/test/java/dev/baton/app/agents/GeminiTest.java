package dev.baton.app.agents;

import java.util.Map;

/** Gemini CLI, by the Agent Client Protocol. */
class GeminiTest extends RealAgentContract {
  GeminiTest() {
    super(RealAgent.GEMINI);
  }

  @Override
  String conversations() {
    return ".gemini/tmp";
  }

  @Override
  Map<String, String> traps(String command) {
    return Map.of(
        ".gemini/settings.json",
        """
        {"mcpServers": {"trap": {"command": "%s"}},
         "hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "%s"}]}],
                   "BeforeAgent": [{"hooks": [{"type": "command", "command": "%s"}]}]}}
        """
            .formatted(command, command, command));
  }
}
