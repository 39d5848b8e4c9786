package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.git.CommitObject;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Identity;
import dev.baton.orchestrator.git.Worktree;
import java.util.List;

/** Work that an agent staged and then changed again: staging the files would throw it away. */
public final class StagedWork {
  /** How git marks files whose contents are staged. */
  private static final String STAGED = "AMT";

  private final Git git;
  private final Worktree worktree;

  public StagedWork(Git git, Worktree worktree) {
    this.git = git;
    this.worktree = worktree;
  }

  /** Keeps it under a ref, if there is any. */
  public void keep(Workspace workspace, WorkspaceRepo repo) {
    var head = git.findCommit(worktree.place(), "HEAD");
    if (head.isEmpty() || !isChangedAgain()) {
      return;
    }
    var tree = git.in(worktree.place()).attempt("write-tree");
    // why: in the middle of a conflict there is no tree, and git keeps both sides elsewhere
    if (tree.succeeded()) {
      var signature = Identity.ours(0);
      var commit =
          CommitObject.of(tree.text(), List.of(head.get()), signature, "What was staged")
              .write(git, worktree.place(), signature);
      new KeptRefs(git, new GitPlace.Bare(worktree.common()), workspace.attempt(), repo.name())
          .keep(commit, KeptRef.Kind.UNCOMMITTED);
    }
  }

  private boolean isChangedAgain() {
    var fields =
        git.in(worktree.place())
            .run(
                "--no-optional-locks",
                "status",
                "--porcelain",
                "-z",
                "--no-renames",
                "--untracked-files=no",
                "--ignore-submodules=all")
            .fields();
    boolean found = false;
    while (fields.hasNext()) {
      var states = fields.nextText();
      found |= STAGED.indexOf(states.charAt(0)) >= 0 && states.charAt(1) != ' ';
    }
    return found;
  }
}
