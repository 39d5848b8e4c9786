package dev.baton.orchestrator.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import dev.baton.orchestrator.update.Resolution;
import dev.baton.orchestrator.update.Resolution.RepoResolution;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents leave behind in git when their work is put back, or a conflict is theirs. */
@Tag("slow")
class RewindTest {
  private final Sandbox sandbox;
  private final Path repository;
  private final Workspace workspace;
  private final WorkspaceRepo repo;
  private final Path worktree;

  RewindTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repository = sandbox.repository("app");
    sandbox.shell(repository, "ln -s a.txt link; git add link; git commit -qm Link");
    workspace = sandbox.start(repository);
    repo = workspace.repos().getFirst();
    worktree = workspace.agentDirectory();
  }

  @Test
  void changes_that_git_was_told_not_to_see_are_put_back_too() {
    var before = sandbox.checkpoints.take(workspace, repo, 0);
    sandbox.run(worktree, "update-index", "--skip-worktree", "a.txt");
    sandbox.run(worktree, "update-index", "--assume-unchanged", "b.txt");
    Sandbox.write(worktree.resolve("a.txt"), "hidden");
    Sandbox.write(worktree.resolve("b.txt"), "hidden too");
    sandbox.checkpoints.rewind(workspace, repo, before);
    assertThat(worktree.resolve("a.txt")).hasContent(Sandbox.lines(1, 10));
    assertThat(worktree.resolve("b.txt")).hasContent("b");
    assertThat(sandbox.isReachable(repository, sandbox.blob(repository, "hidden"))).isTrue();
    assertThat(sandbox.isReachable(repository, sandbox.blob(repository, "hidden too"))).isTrue();
  }

  @Test
  void nothing_is_left_of_an_unfinished_rebase_so_that_the_work_can_be_merged() {
    Sandbox.write(worktree.resolve("one"), "one\n");
    sandbox.commitAll(worktree, "One");
    var before = sandbox.checkpoints.take(workspace, repo, 0);
    // why: a rebase that edits stops at a commit, without a conflict
    sandbox.run(
        worktree, "-c", "sequence.editor=sed -i s/^pick/edit/", "rebase", "-q", "-i", "main");
    sandbox.checkpoints.rewind(workspace, repo, before);
    assertThat(sandbox.run(worktree, "status")).doesNotContain("rebase");
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH))
        .isEqualTo(new MergeOutcome.Merged(List.of()));
  }

  @Test
  void a_link_that_both_sides_turned_is_not_decided_by_leaving_it() {
    sandbox.shell(worktree, "ln -sf b.txt link; git commit -qam Ours");
    sandbox.shell(repository, "ln -sf .gitignore link; git commit -qam Theirs");
    var conflict =
        new Resolution(
            List.of(
                new RepoResolution(
                    repo.name(),
                    "main",
                    sandbox.commitOf(repository, "main"),
                    sandbox.commitOf(worktree, "HEAD"))));
    sandbox.resolutions.begin(workspace, conflict);
    assertThat(sandbox.resolutions.listUntouched(workspace, conflict)).containsExactly("link");
    sandbox.shell(worktree, "ln -sf .gitignore link");
    assertThat(sandbox.resolutions.listUntouched(workspace, conflict)).isEmpty();
  }
}
