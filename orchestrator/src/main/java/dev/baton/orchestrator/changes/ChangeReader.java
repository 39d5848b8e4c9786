package dev.baton.orchestrator.changes;

import dev.baton.orchestrator.changes.Changes.ChangeSummary;
import dev.baton.orchestrator.changes.Changes.FileChange;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceLayout;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out what an attempt changed, without writing into a repository. Thread safe. */
public final class ChangeReader {
  /** Above which a list of changes is not answered unless the caller insists. */
  public record ChangeLimits(int files, long lines, long bytes) {
    public static final ChangeLimits DEFAULT = new ChangeLimits(500, 25_000, 50_000_000);

    boolean exceededBy(ChangeSummary summary) {
      return summary.fileCount() > files
          || summary.added() + summary.deleted() > lines
          || summary.totalBytes() > bytes;
    }
  }

  private final Git git;
  private final WorkspaceLayout layout;
  private final ChangeLimits limits;

  public ChangeReader(Git git, Path dataDirectory, ChangeLimits limits) {
    this.git = git;
    this.layout = new WorkspaceLayout(dataDirectory);
    this.limits = limits;
  }

  /**
   * Everything that differs from the merge base with the target branch: committed, uncommitted and
   * untracked.
   *
   * @param force true lists the files however many there are
   */
  public Changes read(Workspace workspace, boolean force) {
    return read(workspace, Baseline.MERGE_BASE, force);
  }

  /** The same against something else. */
  public Changes read(Workspace workspace, Baseline baseline, boolean force) {
    var files = new ArrayList<FileChange>();
    var summary = ChangeSummary.NOTHING;
    for (var repo : workspace.repos()) {
      try (var diff = WorktreeDiff.open(git, layout, workspace, repo, baseline)) {
        for (var change : diff.changes()) {
          files.add(describe(workspace, repo, change));
          summary = summary.plus(count(workspace.worktree(repo), change));
        }
      } catch (GitException e) {
        return new Changes(
            summary,
            Optional.of(Changes.Blocked.SUMMARY_FAILED),
            List.of(),
            Optional.ofNullable(e.getMessage()));
      }
    }
    return !force && limits.exceededBy(summary)
        ? new Changes(
            summary, Optional.of(Changes.Blocked.THRESHOLD_EXCEEDED), List.of(), Optional.empty())
        : new Changes(summary, Optional.empty(), files, Optional.empty());
  }

  private static FileChange describe(Workspace workspace, WorkspaceRepo repo, RawChange change) {
    return new FileChange(
        workspace.shown(repo, change.path()),
        change.status(),
        change.added(),
        change.deleted(),
        change.oldPath().map(path -> workspace.shown(repo, path)),
        change.binary(),
        change.mode());
  }

  private static ChangeSummary count(Path worktree, RawChange change) {
    return new ChangeSummary(1, change.added(), change.deleted(), sizeOf(worktree, change));
  }

  private static long sizeOf(Path worktree, RawChange change) {
    try {
      var file = change.path().below(worktree);
      // why: another repository inside the worktree is a directory, whose size means nothing
      return Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
          ? 0
          : (Long) Files.getAttribute(file, "size", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return 0;
    }
  }
}
