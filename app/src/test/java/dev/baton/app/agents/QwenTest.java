package dev.baton.app.agents;

import java.io.IOException;
import java.util.Map;

/** Qwen Code, by the Agent Client Protocol. */
class QwenTest extends RealAgentContract {
  QwenTest() {
    super(RealAgent.QWEN);
  }

  @Override
  String conversations() {
    return ".qwen/projects";
  }

  @Override
  String instructions() {
    return "QWEN.md";
  }

  @Override
  Map<String, String> traps(Traps traps) throws IOException {
    var hook = traps.hook();
    return Map.of(
        ".qwen/settings.json",
        """
        {"mcpServers": {"trap": {"command": "%s"}},
         "hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "%s"}]}],
                   "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "%s"}]}]}}
        """
            .formatted(traps.server(), hook, hook));
  }
}
