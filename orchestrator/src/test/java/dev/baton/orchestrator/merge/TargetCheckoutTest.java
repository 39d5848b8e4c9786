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

  @Test
  void a_checkout_that_git_cannot_write_is_as_before_and_nothing_is_merged() {
    sandbox.run(repository, "config", "filter.broken.clean", "cat");
    sandbox.run(repository, "config", "filter.broken.smudge", "false");
    sandbox.run(repository, "config", "filter.broken.required", "true");
    Sandbox.write(worktree.resolve(".gitattributes"), "m.bin filter=broken\n");
    Sandbox.write(worktree.resolve("a.txt"), "written before\n");
    Sandbox.write(worktree.resolve("m.bin"), "never written\n");
    Sandbox.write(worktree.resolve("z.txt"), "written behind\n");
    sandbox.shell(worktree, "rm b.txt");
    sandbox.commitAll(worktree, "Work");
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    var refs = sandbox.run(repository, "for-each-ref", "refs/heads");
    assertThatThrownBy(() -> sandbox.merges.apply(plan))
        .isInstanceOf(ToolFailure.class)
        .hasMessageStartingWith(
            "Git cannot bring the files in %s along, so nothing was moved: ".formatted(repository))
        .hasMessageContaining("m.bin");
    assertThat(sandbox.run(repository, "for-each-ref", "refs/heads")).isEqualTo(refs);
    assertThat(sandbox.run(repository, "status", "--porcelain")).isEmpty();
    assertThat(repository.resolve("b.txt")).hasContent("b");
    assertThat(repository.resolve("z.txt")).doesNotExist();
    sandbox.run(repository, "config", "filter.broken.smudge", "cat");
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(repository.resolve("m.bin")).hasContent("never written");
  }

  @Test
  void a_submodule_that_did_not_follow_a_merge_is_not_in_the_way_of_the_next() {
    sandbox.repository("part");
    sandbox.shell(
        repository,
        "git -c protocol.file.allow=always submodule --quiet add ../part; git commit -qm Part");
    sandbox.shell(
        repository.resolve("part"),
        "git -c user.name=x -c user.email=x@y commit -q --allow-empty -m More");
    work();
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(sandbox.run(repository, "status", "--porcelain")).isEqualTo(" M part");
  }

  @Test
  void files_that_are_not_beside_their_git_directory_are_brought_along() {
    var git = sandbox.directory.resolve("app.git");
    sandbox.run(repository, "init", "-q", "--separate-git-dir", git.toString());
    work();
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(repository.resolve("one")).hasContent("one");
  }

  @Test
  void files_of_a_submodule_are_brought_along() {
    sandbox.repository("whole");
    sandbox.shell(
        sandbox.directory.resolve("whole"),
        "git -c protocol.file.allow=always submodule --quiet add ../app part");
    var part = sandbox.directory.resolve("whole/part");
    var attempt = sandbox.start(part);
    Sandbox.write(attempt.agentDirectory().resolve("one"), "one\n");
    assertThat(sandbox.merge(attempt, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(part.resolve("one")).hasContent("one");
    assertThat(sandbox.run(part, "status", "--porcelain")).isEmpty();
  }

  @Test
  void a_branch_that_stands_for_another_takes_the_files_along() {
    work();
    sandbox.run(repository, "branch", "-q", "-m", "main", "trunk");
    sandbox.run(repository, "symbolic-ref", "refs/heads/main", "refs/heads/trunk");
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(repository.resolve("one")).hasContent("one");
    assertThat(sandbox.run(repository, "status", "--porcelain")).isEmpty();
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
