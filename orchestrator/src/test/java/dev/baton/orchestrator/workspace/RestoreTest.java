package dev.baton.orchestrator.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.merge.MergeStrategy;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worktree that somebody took away or changed comes back. */
@Tag("slow")
class RestoreTest {
  private final Sandbox sandbox;
  private final Path repository;
  private final Workspace workspace;
  private final Path worktree;

  RestoreTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repository = sandbox.repository("app");
    Sandbox.write(repository.resolve("env.log"), "SECRET");
    workspace =
        sandbox.workspaces.plan(
            UUID.randomUUID(),
            "x",
            List.of(new Workspaces.Choice("app", repository, "main", List.of("*.log"))));
    sandbox.workspaces.create(workspace);
    worktree = workspace.agentDirectory();
    Sandbox.write(worktree.resolve("n"), "committed");
    sandbox.commitAll(worktree, "Work");
  }

  private void deleteByHand(Path directory) {
    sandbox.program(sandbox.directory, List.of("rm", "-rf", directory.toString()));
  }

  private void assertBack() {
    assertThat(worktree.resolve("n")).hasContent("committed");
    assertThat(sandbox.run(worktree, "branch", "--show-current")).isEqualTo(workspace.branch());
    assertThat(sandbox.run(worktree, "status", "--porcelain")).isEmpty();
  }

  @Test
  void a_whole_workspace_stays_as_it_is() {
    Sandbox.write(worktree.resolve("dirty"), "dirty");
    assertThat(sandbox.workspaces.restore(workspace)).isEmpty();
    assertThat(worktree.resolve("dirty")).hasContent("dirty");
  }

  @Test
  void a_directory_deleted_by_hand_comes_back_at_the_same_path() {
    deleteByHand(workspace.root());
    assertThat(sandbox.workspaces.restore(workspace))
        .extracting(KeptRef::kind)
        .containsExactly(KeptRef.Kind.UNMERGED);
    assertBack();
    assertThat(worktree.resolve("env.log")).hasContent("SECRET");
    assertThat(MarkedDirectory.at(workspace.root()).isMarked()).isTrue();
  }

  @Test
  void a_directory_that_was_deleted_and_made_anew_gets_its_files_back() {
    deleteByHand(worktree);
    sandbox.shell(workspace.root(), "mkdir app");
    sandbox.workspaces.restore(workspace);
    assertBack();
    assertThat(worktree.resolve("env.log")).hasContent("SECRET");
  }

  @Test
  void a_root_that_was_deleted_and_made_anew_without_a_file_is_ours() {
    deleteByHand(workspace.root());
    sandbox.shell(sandbox.directory, "mkdir -p '%s/sub'".formatted(worktree));
    sandbox.workspaces.restore(workspace);
    assertBack();
    assertThat(MarkedDirectory.at(workspace.root()).isMarked()).isTrue();
    deleteByHand(workspace.root());
    sandbox.shell(sandbox.directory, "mkdir -p '%s'".formatted(worktree));
    sandbox.workspaces.remove(workspace);
    assertThat(workspace.root()).doesNotExist();
  }

  @Test
  void what_is_written_into_a_directory_after_it_was_deleted_stays_beside_the_files() {
    deleteByHand(worktree);
    sandbox.shell(workspace.root(), "mkdir app && echo late > app/late");
    sandbox.workspaces.restore(workspace);
    assertThat(sandbox.run(worktree, "status", "--porcelain")).isEqualTo("?? late");
    assertThat(worktree.resolve("n")).hasContent("committed");
    assertThat(worktree.resolve("env.log")).hasContent("SECRET");
    assertThat(sandbox.isReachable(repository, sandbox.blob(repository, "late\n"))).isTrue();
  }

  @Test
  void what_was_staged_in_a_deleted_directory_is_kept() {
    Sandbox.write(worktree.resolve("staged"), "staged");
    sandbox.run(worktree, "add", "staged");
    deleteByHand(worktree);
    sandbox.workspaces.restore(workspace);
    assertBack();
    assertThat(sandbox.isReachable(repository, sandbox.blob(repository, "staged"))).isTrue();
  }

  @Test
  void a_directory_that_was_deleted_and_pruned_comes_back() {
    deleteByHand(worktree);
    sandbox.run(repository, "worktree", "prune");
    sandbox.workspaces.restore(workspace);
    assertBack();
  }

  @Test
  void a_locked_entry_whose_directory_is_gone_comes_back() {
    sandbox.run(repository, "worktree", "lock", worktree.toString());
    deleteByHand(worktree);
    sandbox.workspaces.restore(workspace);
    assertBack();
  }

  @Test
  void files_that_git_lost_sight_of_are_made_a_worktree_again_as_they_are() {
    Sandbox.write(worktree.resolve("dirty"), "dirty");
    deleteByHand(repository.resolve(".git/worktrees"));
    sandbox.workspaces.restore(workspace);
    assertThat(worktree.resolve("dirty")).hasContent("dirty");
    assertThat(sandbox.run(worktree, "status", "--porcelain")).isEqualTo("?? dirty");
    assertThat(sandbox.run(worktree, "branch", "--show-current")).isEqualTo(workspace.branch());
  }

  @Test
  void a_worktree_whose_link_to_git_was_deleted_gets_it_back() {
    deleteByHand(worktree.resolve(".git"));
    Sandbox.write(worktree.resolve("dirty"), "dirty");
    sandbox.workspaces.restore(workspace);
    assertThat(sandbox.run(worktree, "status", "--porcelain")).isEqualTo("?? dirty");
  }

  @Test
  void a_worktree_that_became_a_link_is_said_and_nothing_is_written_behind_it() {
    var elsewhere = sandbox.repository("elsewhere");
    var before = DirectoryPrint.of(elsewhere);
    deleteByHand(worktree);
    sandbox.shell(workspace.root(), "ln -s ../../../elsewhere app");
    assertThatThrownBy(() -> sandbox.workspaces.restore(workspace))
        .hasMessage("%s is a link now", worktree);
    sandbox.workspaces.remove(workspace);
    assertThat(DirectoryPrint.of(elsewhere)).isEqualTo(before);
  }

  @Test
  void a_deleted_branch_comes_back_where_it_was() {
    var commit = sandbox.commitOf(worktree, "HEAD");
    sandbox.run(repository, "update-ref", "-d", "refs/heads/" + workspace.branch());
    sandbox.workspaces.restore(workspace);
    assertThat(sandbox.commitOf(repository, workspace.branch())).isEqualTo(commit);
    assertBack();
  }

  @Test
  void a_deleted_branch_and_directory_come_back_as_we_saw_them_last() {
    Sandbox.write(worktree.resolve("m"), "m");
    sandbox.commit(workspace);
    deleteByHand(worktree);
    sandbox.run(repository, "worktree", "prune");
    sandbox.run(repository, "branch", "-D", workspace.branch());
    sandbox.workspaces.restore(workspace);
    assertThat(worktree.resolve("m")).hasContent("m");
  }

  @Test
  void a_branch_that_the_user_has_checked_out_is_not_taken_away() {
    deleteByHand(worktree);
    sandbox.run(repository, "worktree", "prune");
    sandbox.run(repository, "switch", "-q", workspace.branch());
    assertThatThrownBy(() -> sandbox.workspaces.restore(workspace))
        .isInstanceOf(ToolFailure.class)
        .hasMessage("Branch '%s' is checked out in %s", workspace.branch(), repository);
  }

  @Test
  void a_branch_switched_by_hand_stays_and_merging_says_so() {
    sandbox.run(worktree, "switch", "-q", "-c", "other");
    assertThat(sandbox.workspaces.restore(workspace)).isEmpty();
    assertThatThrownBy(() -> sandbox.planMerge(workspace, MergeStrategy.SQUASH))
        .isInstanceOf(ToolFailure.class)
        .hasMessage(
            "Worktree %s is on branch 'other' instead of '%s'", worktree, workspace.branch());
  }

  @Test
  void a_lost_marker_comes_back_only_around_a_worktree_that_git_knows() {
    deleteByHand(workspace.root().resolve(MarkedDirectory.MARKER));
    sandbox.workspaces.restore(workspace);
    assertThat(MarkedDirectory.at(workspace.root()).isMarked()).isTrue();
    deleteByHand(workspace.root().resolve(MarkedDirectory.MARKER));
    sandbox.run(repository, "worktree", "remove", "--force", worktree.toString());
    Sandbox.write(workspace.root().resolve("foreign"), "x");
    assertThatThrownBy(() -> sandbox.workspaces.restore(workspace))
        .hasMessage("Directory %s has files and no marker of Baton", workspace.root());
  }
}
