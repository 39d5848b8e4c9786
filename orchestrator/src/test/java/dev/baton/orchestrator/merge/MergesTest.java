package dev.baton.orchestrator.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import dev.baton.orchestrator.workspace.DirectoryPrint;
import dev.baton.orchestrator.workspace.Sandbox;
import dev.baton.orchestrator.workspace.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class MergesTest {
  private static final MergeOutcome MERGED = new MergeOutcome.Merged(List.of());

  private final Sandbox sandbox;
  private final Path repository;
  private final Workspace workspace;
  private final Path worktree;

  MergesTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repository = sandbox.repository("app");
    workspace = sandbox.start(repository);
    worktree = workspace.agentDirectory();
  }

  private void work() {
    Sandbox.write(worktree.resolve("one"), "one\n");
    sandbox.commitAll(worktree, "One");
    Sandbox.write(worktree.resolve("two"), "two\n");
    sandbox.commitAll(worktree, "Two");
  }

  private void others() {
    Sandbox.write(repository.resolve("theirs"), "theirs\n");
    sandbox.commitAll(repository, "Theirs");
  }

  private void assertClean(Path checkout) {
    assertThat(sandbox.run(checkout, "status", "--porcelain")).isEmpty();
  }

  private static void assertFails(ThrowingCallable call, FailureCode problem, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(problem);
              assertThat(failure).hasMessage(message);
              assertThat(failure.hint()).isNotBlank();
            });
  }

  private List<String> subjects(String ref) {
    return sandbox.run(repository, "log", "--topo-order", "--format=%s", ref).lines().toList();
  }

  @ParameterizedTest
  @EnumSource
  void the_target_its_checkout_and_the_worktree_have_the_work(MergeStrategy strategy) {
    work();
    others();
    Sandbox.write(worktree.resolve("left"), "left\n");
    var tip = sandbox.commitOf(worktree, "HEAD");
    assertThat(sandbox.merge(workspace, strategy)).isEqualTo(MERGED);
    for (var name : List.of("one", "two", "left", "theirs")) {
      assertThat(repository.resolve(name)).hasContent(name);
      assertThat(sandbox.show(repository, "main", name)).isEqualTo(name);
    }
    assertClean(repository);
    assertClean(worktree);
    assertThat(sandbox.run(repository, "rev-list", "--glob=refs/*")).contains(tip);
    assertThat(sandbox.changes.read(workspace, false).files()).isEmpty();
    assertThat(sandbox.workspaces.remove(workspace)).isEmpty();
    assertThat(sandbox.run(repository, "rev-list", "--glob=refs/*")).contains(tip);
  }

  @Test
  void squash_makes_one_commit_in_the_users_name() {
    work();
    others();
    sandbox.merge(workspace, MergeStrategy.SQUASH);
    assertThat(subjects("main")).containsExactly("Fix the login", "Theirs", "First");
    assertThat(sandbox.run(repository, "log", "-1", "--format=%an %ae", "main"))
        .isEqualTo("Ada ada@example.org");
    assertThat(sandbox.commitOf(repository, workspace.branch()))
        .isEqualTo(sandbox.commitOf(repository, "main"));
  }

  @Test
  void merge_joins_both_histories() {
    work();
    others();
    sandbox.merge(workspace, MergeStrategy.MERGE);
    assertThat(sandbox.run(repository, "log", "-1", "--format=%s %p", "main").split(" "))
        .hasSize(5);
    assertThat(subjects("main")).contains("One", "Two", "Theirs");
  }

  @Test
  void rebase_puts_each_commit_on_top_with_its_author_and_date() {
    Sandbox.write(worktree.resolve("one"), "one\n");
    sandbox.run(worktree, "add", "-A");
    sandbox.run(
        worktree,
        "commit",
        "-q",
        "-m",
        "Öne\n\nBody",
        "--author=Bob <bob@example.org>",
        "--date=2020-02-02T02:02:02+0200");
    Sandbox.write(worktree.resolve("two"), "two\n");
    sandbox.commitAll(worktree, "Two");
    others();
    sandbox.merge(workspace, MergeStrategy.REBASE);
    assertThat(subjects("main")).containsExactly("Two", "Öne", "Theirs", "First");
    assertThat(sandbox.run(repository, "log", "-1", "--format=%an %ae %aI %cn%n%B", "main~1"))
        .isEqualTo("Bob bob@example.org 2020-02-02T02:02:02+02:00 Ada\nÖne\n\nBody");
  }

  @Test
  void rebase_on_an_unmoved_target_keeps_the_commits() {
    work();
    var tip = sandbox.commitOf(worktree, "HEAD");
    sandbox.merge(workspace, MergeStrategy.REBASE);
    assertThat(sandbox.commitOf(repository, "main")).isEqualTo(tip);
  }

  @Test
  void rebase_leaves_out_what_the_target_has_already() {
    work();
    sandbox.run(repository, "cherry-pick", workspace.branch() + "~1");
    others();
    sandbox.merge(workspace, MergeStrategy.REBASE);
    assertThat(subjects("main")).containsExactly("Two", "Theirs", "One", "First");
  }

  /**
   * The target has another version of a file, and the branch has a merge that says which is right.
   */
  private void resolveByMerge() {
    Sandbox.write(worktree.resolve("b.txt"), "ours\n");
    sandbox.commitAll(worktree, "Ours");
    Sandbox.write(repository.resolve("b.txt"), "theirs\n");
    sandbox.commitAll(repository, "Theirs");
    sandbox.shell(worktree, "git merge -q main || true; echo both > b.txt; git commit -qam Both");
  }

  @Test
  void rebase_says_which_strategies_take_what_a_merge_resolved() {
    resolveByMerge();
    assertUnfit("b.txt");
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(repository.resolve("b.txt")).hasContent("both");
  }

  @Test
  void rebase_loses_nothing_that_a_merge_without_conflicts_changed() {
    work();
    others();
    sandbox.shell(
        worktree, "git merge -q --no-commit main; echo fits > a.txt; git commit -qam Fitted");
    assertUnfit("a.txt");
  }

  @Test
  void rebase_leaves_out_a_merge_that_changed_nothing_itself() {
    work();
    others();
    sandbox.run(worktree, "merge", "-q", "--no-edit", "main");
    assertThat(foretoldUnfit()).isEmpty();
    assertThat(sandbox.merge(workspace, MergeStrategy.REBASE)).isEqualTo(MERGED);
    assertThat(subjects("main")).containsExactly("Two", "One", "Theirs", "First");
  }

  private List<String> foretoldUnfit() {
    return new MergePreviews(sandbox.git, sandbox.data).list(workspace, false).getFirst().unfit();
  }

  private void assertUnfit(String file) {
    assertThat(foretoldUnfit()).containsExactly(file);
    assertThatThrownBy(() -> sandbox.planMerge(workspace, MergeStrategy.REBASE))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.GIT_CONFLICT);
              assertThat(failure)
                  .hasMessage(
                      "A rebase would lose what was resolved in 1 file (%s): the work fits its target branch as a whole, and not commit by commit; nothing was merged",
                      file);
              assertThat(failure.hint())
                  .endsWith("; repeat merge_attempt with strategy squash or merge");
              assertThat(failure.details()).isEqualTo(Map.of("files", List.of(file)));
            });
  }

  @ParameterizedTest
  @EnumSource
  void work_can_go_on_after_a_merge(MergeStrategy strategy) {
    Sandbox.write(worktree.resolve("a.txt"), "first\n");
    sandbox.merge(workspace, strategy);
    Sandbox.write(worktree.resolve("a.txt"), "second\n");
    assertThat(sandbox.merge(workspace, strategy)).isEqualTo(MERGED);
    assertThat(repository.resolve("a.txt")).hasContent("second");
  }

  @ParameterizedTest
  @EnumSource
  void nothing_to_merge_moves_nothing(MergeStrategy strategy) {
    others();
    var plan = sandbox.planMerge(workspace, strategy);
    assertThat(plan.repos()).noneMatch(RepoMerge::moves);
    assertThat(sandbox.merges.apply(plan)).isEqualTo(MERGED);
    assertThat(subjects("main")).containsExactly("Theirs", "First");
  }

  @ParameterizedTest
  @EnumSource
  void conflicts_come_back_with_the_files_and_nothing_half_done(MergeStrategy strategy) {
    Sandbox.write(worktree.resolve("a.txt"), "ours\n");
    Sandbox.write(worktree.resolve("b.txt"), "ours\n");
    sandbox.commitAll(worktree, "Ours");
    Sandbox.write(repository.resolve("a.txt"), "theirs\n");
    Sandbox.write(repository.resolve("b.txt"), "theirs\n");
    sandbox.commitAll(repository, "Theirs");
    var refs = sandbox.run(repository, "for-each-ref");
    assertThatThrownBy(() -> sandbox.planMerge(workspace, strategy))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.GIT_CONFLICT);
              assertThat(failure)
                  .hasMessage(
                      "The work conflicts with its target branch in 2 files (a.txt, b.txt);"
                          + " nothing was merged");
              assertThat(failure.hint()).contains(worktree.toString(), workspace.branch());
              assertThat(failure.details()).isEqualTo(Map.of("files", List.of("a.txt", "b.txt")));
            });
    assertThat(sandbox.run(repository, "for-each-ref")).isEqualTo(refs);
    assertClean(repository);
    assertClean(worktree);
  }

  @Test
  void a_plan_moves_nothing() {
    work();
    var refs = sandbox.run(repository, "for-each-ref");
    var files = DirectoryPrint.of(worktree);
    sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    assertThat(sandbox.run(repository, "for-each-ref")).isEqualTo(refs);
    assertThat(DirectoryPrint.of(worktree)).isEqualTo(files);
    assertThat(repository.resolve("one")).doesNotExist();
  }

  @Test
  void a_target_that_is_checked_out_in_a_linked_worktree_is_brought_up_to_date_there() {
    work();
    var linked = sandbox.directory.resolve("linked tree");
    sandbox.run(repository, "switch", "-q", "-c", "else");
    sandbox.run(repository, "worktree", "add", "-q", linked.toString(), "main");
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(linked.resolve("one")).hasContent("one");
    assertThat(repository.resolve("one")).doesNotExist();
    assertClean(linked);
    assertClean(repository);
  }

  @Test
  void a_target_that_is_checked_out_nowhere_is_moved() {
    work();
    sandbox.run(repository, "switch", "-q", "-c", "else");
    assertThat(sandbox.merge(workspace, MergeStrategy.MERGE)).isEqualTo(MERGED);
    assertThat(sandbox.show(repository, "main", "one")).isEqualTo("one");
  }

  @Test
  void a_target_that_moved_after_the_plan_is_not_overwritten() {
    work();
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    others();
    var theirs = sandbox.commitOf(repository, "main");
    assertThat(sandbox.merges.apply(plan))
        .isEqualTo(new MergeOutcome.Overtaken("app", "refs/heads/main", List.of()));
    assertThat(sandbox.commitOf(repository, "main")).isEqualTo(theirs);
    assertClean(repository);
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
  }

  @Test
  void a_checkout_that_moved_with_its_target_after_the_plan_is_not_called_dirty() {
    Sandbox.write(worktree.resolve("a.txt"), "ours\n");
    sandbox.commitAll(worktree, "Ours");
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    Sandbox.write(repository.resolve("a.txt"), "theirs\n");
    sandbox.commitAll(repository, "Theirs");
    assertThat(sandbox.merges.apply(plan))
        .isEqualTo(new MergeOutcome.Overtaken("app", "refs/heads/main", List.of()));
    assertThat(repository.resolve("a.txt")).hasContent("theirs");
  }

  @Test
  void an_agent_that_commits_after_the_plan_loses_nothing() {
    work();
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    Sandbox.write(worktree.resolve("late"), "late");
    sandbox.commitAll(worktree, "Late");
    assertThat(sandbox.merges.apply(plan))
        .isEqualTo(
            new MergeOutcome.Overtaken("app", "refs/heads/" + workspace.branch(), List.of()));
    assertThat(worktree.resolve("late")).hasContent("late");
    assertThat(subjects("main")).containsExactly("First");
  }

  @Test
  void a_checkout_that_became_dirty_after_the_plan_stops_it_before_anything_moves() {
    work();
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    Sandbox.write(repository.resolve("b.txt"), "changed");
    assertFails(
        () -> sandbox.merges.apply(plan),
        BoardFailureCode.TARGET_DIRTY,
        "%s has uncommitted changes in 1 file (b.txt)".formatted(repository));
    assertThat(subjects("main")).containsExactly("First");
    assertThat(repository.resolve("b.txt")).hasContent("changed");
  }

  @Test
  void a_plan_can_be_applied_and_undone_again_and_again() {
    work();
    var tip = sandbox.commitOf(worktree, "HEAD");
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    for (int i = 0; i < 2; i++) {
      assertThat(sandbox.merges.apply(plan)).isEqualTo(MERGED);
      assertThat(repository.resolve("one")).exists();
      assertClean(repository);
    }
    for (int i = 0; i < 2; i++) {
      assertThat(sandbox.merges.undo(plan)).isEmpty();
      assertThat(subjects("main")).containsExactly("First");
      assertThat(sandbox.commitOf(repository, workspace.branch())).isEqualTo(tip);
      assertThat(repository.resolve("one")).doesNotExist();
      assertClean(repository);
      assertClean(worktree);
    }
  }

  @Test
  void a_target_branch_that_vanished_is_said() {
    work();
    sandbox.run(repository, "switch", "-q", "-c", "else");
    sandbox.run(repository, "branch", "-D", "main");
    assertThatThrownBy(() -> sandbox.planMerge(workspace, MergeStrategy.SQUASH))
        .hasMessage("Repository %s has no local branch 'main' any more", repository)
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.NOT_FOUND);
              assertThat(failure.hint())
                  .startsWith("Call update_attempt with another branch of app in target_branch,")
                  .contains("; to keep this one, make it again there: git branch main ");
            });
  }

  @Test
  void a_target_without_a_common_history_is_said() {
    work();
    sandbox.shell(
        repository,
        "git checkout -q --orphan fresh && git commit -qm fresh && git branch -qM fresh main");
    assertThatThrownBy(() -> sandbox.planMerge(workspace, MergeStrategy.MERGE))
        .isInstanceOf(ToolFailure.class)
        .hasMessageEndingWith("have no commit in common");
  }
}
