package dev.baton.app.agents;

import java.util.Map;

/** Codex. */
class CodexTest extends RealAgentContract {
  CodexTest() {
    super(RealAgent.CODEX);
  }

  @Override
  String conversations() {
    return ".codex/sessions";
  }

  @Override
  Map<String, String> traps(String command) {
    return Map.of(
        ".codex/config.toml",
        """
        notify = ["%s"]

        [mcp_servers.trap]
        command = "%s"
        """
            .formatted(command, command),
        ".codex/hooks.json",
        """
        {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "%s"}]}],
                   "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "%s"}]}]}}
        """
            .formatted(command, command));
  }
}
