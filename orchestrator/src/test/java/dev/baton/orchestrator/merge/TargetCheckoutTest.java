package dev.baton.orchestrator.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import dev.baton.orchestrator.workspace.Sandbox;
import dev.baton.orchestrator.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a checkout of the target has that a merge must not touch. */
@Tag("slow")
class TargetCheckoutTest {
  private static final MergeOutcome MERGED = new MergeOutcome.Merged(List.of());

  private final Sandbox sandbox;
  private final Path repository;
  private final Workspace workspace;
  private final Path worktree;

  TargetCheckoutTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repository = sandbox.repository("app");
    workspace = sandbox.start(repository);
    worktree = workspace.agentDirectory();
  }

  private void work() {
    Sandbox.write(worktree.resolve("one"), "one\n");
    sandbox.commitAll(worktree, "One");
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

  @Test
  void a_checkout_with_changes_is_target_dirty_and_untracked_files_are_not() {
    work();
    Sandbox.write(repository.resolve("notes"), "untracked");
    Sandbox.write(repository.resolve("b.txt"), "changed");
    assertFails(
        () -> sandbox.planMerge(workspace, MergeStrategy.SQUASH),
        BoardFailureCode.TARGET_DIRTY,
        "%s has uncommitted changes in 1 file (b.txt)".formatted(repository));
    sandbox.run(repository, "checkout", "b.txt");
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(repository.resolve("notes")).hasContent("untracked");
  }

  @Test
  void an_ignored_file_in_the_way_is_target_dirty() {
    work();
    Sandbox.write(repository.resolve(".git/info/exclude"), "one\n");
    var mine = Sandbox.write(repository.resolve("one"), "mine");
    assertFails(
        () -> sandbox.planMerge(workspace, MergeStrategy.SQUASH),
        BoardFailureCode.TARGET_DIRTY,
        "Merging would overwrite 1 file (one) in %s, which git ignores there"
            .formatted(repository));
    assertThat(mine).hasContent("mine");
  }

  @Test
  void an_untracked_file_in_the_way_is_target_dirty() {
    work();
    var mine = Sandbox.write(repository.resolve("one"), "mine");
    assertThatThrownBy(() -> sandbox.planMerge(workspace, MergeStrategy.SQUASH))
        .isInstanceOf(ToolFailure.class)
        .hasMessageStartingWith(
            "Merging would overwrite 1 file (one) in %s: ".formatted(repository))
        .hasMessageContaining("one")
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.details()).isEqualTo(Map.of("files", List.of("one")));
              assertThat(failure.hint())
                  .isEqualTo("Move these files away, then call merge_attempt again");
            });
    assertThat(mine).hasContent("mine");
  }

  @Test
  void a_git_operation_in_the_checkout_is_target_dirty() throws IOException {
    work();
    var head = sandbox.commitOf(repository, "main");
    var merge = Sandbox.write(repository.resolve(".git/MERGE_HEAD"), head + "\n");
    assertFails(
        () -> sandbox.planMerge(workspace, MergeStrategy.MERGE),
        BoardFailureCode.TARGET_DIRTY,
        "A git operation is under way in %s (%s)".formatted(repository, merge));
    Files.delete(merge);
    Sandbox.write(repository.resolve(".git/rebase-merge/head-name"), "refs/heads/main\n");
    assertFails(
        () -> sandbox.planMerge(workspace, MergeStrategy.MERGE),
        BoardFailureCode.TARGET_DIRTY,
        "Branch 'main' is being rebased");
  }

  @Test
  void files_that_were_only_touched_are_clean() {
    work();
    sandbox.shell(repository, "touch -d '2001-01-01' a.txt b.txt");
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--skip-worktree", "--assume-unchanged"})
  void a_file_that_git_was_told_not_to_look_at_is_target_dirty_if_the_merge_has_it(String bit) {
    Sandbox.write(worktree.resolve("b.txt"), "theirs\n");
    work();
    sandbox.run(repository, "update-index", bit, "a.txt", "b.txt");
    Sandbox.write(repository.resolve("a.txt"), "not in the merge\n");
    var mine = Sandbox.write(repository.resolve("b.txt"), "mine\n");
    assertFails(
        () -> sandbox.planMerge(workspace, MergeStrategy.SQUASH),
        BoardFailureCode.TARGET_DIRTY,
        "Merging would overwrite 1 file (b.txt) in %s, which git was told not to look at there"
            .formatted(repository));
    assertThat(mine).hasContent("mine");
    sandbox.run(repository, "update-index", bit.replace("--", "--no-"), "b.txt");
    sandbox.run(repository, "checkout", "-q", "b.txt");
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(repository.resolve("a.txt")).hasContent("not in the merge");
  }

  @Test
  void a_lock_file_in_the_checkout_is_said_with_its_path() {
    work();
    var lock = Sandbox.write(repository.resolve(".git/index.lock"), "");
    assertLocked(() -> sandbox.planMerge(workspace, MergeStrategy.MERGE), lock);
  }

  @Test
  void a_lock_file_of_the_target_branch_is_said_and_nothing_moves() throws IOException {
    work();
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    var refs = sandbox.run(repository, "for-each-ref");
    var lock = Sandbox.write(repository.resolve(".git/refs/heads/main.lock"), "");
    assertLocked(() -> sandbox.merges.apply(plan), lock);
    assertThat(sandbox.run(repository, "for-each-ref")).isEqualTo(refs);
    Files.delete(lock);
    assertThat(sandbox.merges.apply(plan)).isEqualTo(MERGED);
  }

  @Test
  void a_lock_file_that_goes_away_soon_is_waited_for() throws Exception {
    work();
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    var lock = Sandbox.write(repository.resolve(".git/refs/heads/main.lock"), "");
    var merge = new FutureTask<>(() -> sandbox.merges.apply(plan));
    Thread.startVirtualThread(merge);
    while (!merge.isDone() && !isMovingRefs()) {
      Thread.onSpinWait();
    }
    Files.delete(lock);
    assertThat(merge.get(1, TimeUnit.MINUTES)).isEqualTo(MERGED);
  }

  private static boolean isMovingRefs() {
    return ProcessHandle.current()
        .descendants()
        .anyMatch(git -> git.info().commandLine().orElse("").contains("update-ref"));
  }

  private static void assertLocked(ThrowingCallable call, Path lock) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.TARGET_DIRTY);
              assertThat(failure)
                  .hasMessageStartingWith(
                      "Lock file %s is in the way: a git program made it at 20".formatted(lock))
                  .hasMessageContaining("and has not deleted it");
              assertThat(failure.hint())
                  .containsIgnoringCase("delete the file")
                  .endsWith("; then repeat the call");
            });
  }
}
