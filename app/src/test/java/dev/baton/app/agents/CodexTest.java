package dev.baton.app.agents;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
  String instructions() {
    return "AGENTS.md";
  }

  @Override
  Map<String, String> traps(Traps traps) throws IOException {
    var hook = traps.hook();
    return Map.of(
        ".codex/config.toml",
        """
        model_provider = "nobody"

        [mcp_servers.trap]
        command = "%s"
        """
            .formatted(traps.server()),
        ".codex/hooks.json",
        """
        {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "%s"}]}],
                   "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "%s"}]}]}}
        """
            .formatted(hook, hook));
  }

  @Test
  void it_goes_on_in_a_copy_of_a_conversation() throws Exception {
    goOnInCopy();
  }

  // why: seen with Codex 0.166.0: a quick command that its sandbox makes fail has no event there
  @Override
  boolean tellsRefusedCommands() {
    return false;
  }
}
