package dev.baton.app.agents;

import java.io.IOException;
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
  String instructions() {
    return "GEMINI.md";
  }

  @Override
  Map<String, String> harmlessFiles() {
    return Map.of(
        ".gemini/styleguide.md", "Write well.",
        ".gemini/settings.json", "{\"context\": {\"fileName\": \"GEMINI.md\"}}");
  }

  @Override
  Map<String, String> traps(Traps traps) throws IOException {
    var hook = traps.hook();
    return Map.of(
        ".gemini/settings.json",
        """
        {"mcpServers": {"trap": {"command": "%s"}},
         "hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "%s"}]}],
                   "BeforeAgent": [{"hooks": [{"type": "command", "command": "%s"}]}]}}
        """
            .formatted(traps.server(), hook, hook));
  }
}
