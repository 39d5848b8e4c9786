package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Repo.RepoScripts;
import java.util.List;
import java.util.Optional;

/**
 * Settings of a repository that decide what runs; an empty field stays as it is, and an empty text
 * clears.
 *
 * @param commitPolicy of the whole project
 */
public record RepoSettings(
    Optional<String> setup,
    Optional<String> cleanup,
    Optional<String> devServer,
    Optional<List<String>> copyFiles,
    Optional<String> commitPolicy) {
  /** Changes nothing. */
  public static final RepoSettings NONE =
      new RepoSettings(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public RepoSettings {
    copyFiles = copyFiles.map(List::copyOf);
  }

  RepoScripts changed(RepoScripts old) {
    return new RepoScripts(
        changed(setup, old.setup()),
        changed(cleanup, old.cleanup()),
        changed(devServer, old.devServer()),
        copyFiles
            .map(globs -> globs.stream().filter(glob -> !glob.isBlank()).toList())
            .orElse(old.copyFiles()));
  }

  private static Optional<String> changed(Optional<String> wanted, Optional<String> old) {
    return wanted.isEmpty() ? old : wanted.filter(text -> !text.isBlank());
  }

  /** The policy that is wanted; empty if the one of the configuration shall hold. */
  Optional<CommitPolicy> policy() {
    return commitPolicy.filter(text -> !text.isBlank()).map(RepoSettings::policy);
  }

  private static CommitPolicy policy(String text) {
    return CommitPolicy.find(text)
        .orElseThrow(
            () ->
                ToolFailure.invalid(
                    "/commit_policy",
                    "There is no commit policy '%s'".formatted(text),
                    "Repeat the call with auto, agent or none as commit_policy, or with an empty"
                        + " text for the one of the configuration"));
  }
}
