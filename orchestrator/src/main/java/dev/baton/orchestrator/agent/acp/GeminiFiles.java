package dev.baton.orchestrator.agent.acp;

import dev.baton.orchestrator.agent.JsonEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;

/** What a repository tells Gemini CLI, and whether some of it makes programs run. */
record GeminiFiles(Path workspace) {
  private static final Set<String> WORDS =
      Set.of("GEMINI.md", "styleguide.md", "config.yaml", ".gitignore");
  private static final Set<String> HARMLESS_SETTINGS = Set.of("$schema", "context", "ui");
  private static final Set<String> HARMLESS_CONTEXT = Set.of("fileName", "fileFiltering");

  /** True if the agent can be told to trust the repository, and runs nothing of it all the same. */
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
