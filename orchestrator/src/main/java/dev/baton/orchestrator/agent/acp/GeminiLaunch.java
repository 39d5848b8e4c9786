package dev.baton.orchestrator.agent.acp;

import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.acp.AcpProfile.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How Gemini CLI is started for a turn. */
final class GeminiLaunch {
  /** Letters of a conversation's id that are in the name of its file. */
  private static final int SHORT_ID = 8;

  // why: Gemini CLI 0.61 names the file of a conversation by the minute in which it was opened, and
  // empties it when it is opened again in that minute; by another name it finds it all the same
  private static final String KEEP =
      """
      for file in "${GEMINI_CLI_HOME:-$HOME}"/.gemini/tmp/*/chats/session-*-"$1".jsonl; do
        if [ -e "$file" ]; then mv -n "$file" "${file%.jsonl}-kept.jsonl"; fi
      done
      shift
      exec "$@"
      """;

  private GeminiLaunch() {}

  static Launch of(TurnRequest request) {
    var arguments = new ArrayList<>(List.of("--acp"));
    if (!request.trust().mcpServers()) {
      arguments.add("--allowed-mcp-server-names=" + AcpMessages.SERVER);
    }
    return new Launch(
        request.resumes().map(GeminiLaunch::keeping).orElse(List.of()),
        AcpProfiles.withModel(arguments, "--model", request),
        Map.of(
            "GEMINI_CLI_NO_RELAUNCH",
            "true",
            "GEMINI_CLI_TRUST_WORKSPACE",
            Boolean.toString(mayTrust(request))),
        List.of());
  }

  private static List<String> keeping(String session) {
    var id = session.substring(0, Math.min(SHORT_ID, session.length()));
    return List.of("/bin/sh", "-c", KEEP, "sh", id);
  }

  // why: in a folder that is not trusted Gemini CLI runs nothing that the folder names, but has no
  // MCP servers either, not even ours, and does not read GEMINI.md
  private static boolean mayTrust(TurnRequest request) {
    return AcpProfiles.trusts(request) || new GeminiFiles(request.workspace()).areHarmless();
  }
}
