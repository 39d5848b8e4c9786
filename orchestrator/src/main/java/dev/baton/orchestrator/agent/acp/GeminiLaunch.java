package dev.baton.orchestrator.agent.acp;

import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.acp.AcpProfile.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
        AcpProfiles.withModel(arguments, request),
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

  /** What a repository tells Gemini CLI, and whether some of it makes programs run. */
  private record GeminiFiles(Path workspace) {
    private static final Set<String> WORDS =
        Set.of("GEMINI.md", "styleguide.md", "config.yaml", ".gitignore");
    private static final Set<String> HARMLESS_SETTINGS = Set.of("$schema", "context", "ui");
    private static final Set<String> HARMLESS_CONTEXT = Set.of("fileName", "fileFiltering");

    /**
     * True if the agent can be told to trust the repository, and runs nothing of it all the same.
     */
    boolean areHarmless() {
      // why: its variables would be those of the agent and of all that it starts
      if (Files.exists(workspace.resolve(".env"), LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      var folder = workspace.resolve(".gemini");
      if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        return true;
      }
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      try (var files = Files.list(folder)) {
        return files.allMatch(GeminiFiles::isHarmless);
      } catch (IOException e) {
        return false;
      }
    }

    // why a list of what is harmless: the next version of the agent may know more that is not
    private static boolean isHarmless(Path file) {
      var name = String.valueOf(file.getFileName());
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && (WORDS.contains(name) || (name.equals("settings.json") && areHarmlessSettings(file)));
    }

    private static boolean areHarmlessSettings(Path file) {
      try {
        return JsonEvent.parse(Files.readString(file))
            .filter(
                settings ->
                    settings.names().allMatch(HARMLESS_SETTINGS::contains)
                        && settings.at("context").names().allMatch(HARMLESS_CONTEXT::contains))
            .isPresent();
      } catch (IOException e) {
        return false;
      }
    }
  }
}
