package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.changes.Changes.FileChange;
import dev.baton.orchestrator.merge.MergePreview.Obstacle;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do to repositories and worktrees by hand: it is said, and nothing is lost. */
@Tag("slow")
class HardStatesTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path directory;
  @AutoClose TestBaton baton;
  UUID attempt = new UUID(0, 0);
  Path worktree = Path.of("");

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
    attempt =
        baton.start("write mine.txt precious", "commit Mine", "write late.txt too").attemptId();
    baton.awaitEnd(attempt);
    worktree =
        directory
            .toRealPath()
            .resolve("data/worktrees")
            .resolve(attempt.toString())
            .resolve("repo");
  }

  private static ToolFailure failure(ThrowingCallable call) {
    return (ToolFailure) TestBaton.told(call);
  }

  private MergeRequest merge() {
    return new MergeRequest(
        attempt, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), false);
  }

  private void assertBothFiles() {
    assertThat(baton.orchestrator().work().changes(attempt, false).files())
        .extracting(FileChange::path)
        .containsExactlyInAnyOrder("mine.txt", "late.txt");
  }

  @Test
  void a_worktree_deleted_by_hand_comes_back_when_it_is_looked_at_or_talked_to() throws Exception {
    assertThat(worktree).isDirectory();
    deleteRecursively(worktree);
    assertThat(baton.status(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertBothFiles();

    deleteRecursively(worktree);
    baton.orchestrator().followUps().send(caller(), to(attempt, "append mine.txt more"));
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(worktree.resolve("mine.txt")).hasContent("precious\nmore\n");
  }

  @Test
  void a_branch_switched_by_hand_is_said_and_can_be_switched_back() throws Exception {
    var branch = git(worktree, "branch", "--show-current");
    git(worktree, "checkout", "--quiet", "-b", "other");

    var refused = failure(() -> baton.orchestrator().merges().merge(merge()));
    assertThat(refused)
        .hasMessage("Worktree %s is on branch 'other' instead of '%s'".formatted(worktree, branch));
    assertThat(refused.hint()).isNotBlank();
    assertBothFiles();

    git(worktree, "checkout", "--quiet", branch);
    assertThat(baton.orchestrator().merges().merge(merge()).merges()).hasSize(1);
    assertThat(baton.repository().resolve("mine.txt")).hasContent("precious");
  }

  @Test
  void a_branch_renamed_by_hand_comes_back_so_that_the_way_out_works() throws Exception {
    var branch = git(worktree, "branch", "--show-current");
    git(worktree, "branch", "-m", branch, "mine");
    Files.writeString(worktree.resolve("mine.txt"), "more precious\n");
    git(worktree, "commit", "--quiet", "-am", "More");

    var refused = failure(() -> baton.orchestrator().merges().merge(merge()));
    assertThat(refused.hint())
        .startsWith("Run there: git switch %s && git merge mine; ".formatted(branch));
    git(worktree, "switch", "--quiet", branch);
    git(worktree, "merge", "--quiet", "mine");
    assertThat(baton.orchestrator().merges().merge(merge()).merges()).hasSize(1);
    assertThat(baton.repository().resolve("mine.txt")).hasContent("more precious");
  }

  @Test
  void commits_on_no_branch_outlive_gits_notes_of_them_and_can_be_merged() throws Exception {
    var branch = git(worktree, "branch", "--show-current");
    git(worktree, "checkout", "--quiet", "--detach");
    baton.orchestrator().followUps().send(caller(), to(attempt, "write loose.txt one", "commit L"));
    baton.awaitEnd(attempt);
    var loose = git(worktree, "rev-parse", "HEAD");

    var refused = failure(() -> baton.orchestrator().merges().merge(merge()));
    assertThat(refused)
        .hasMessage("Worktree %s is on no branch instead of '%s'".formatted(worktree, branch));
    assertThat(refused.hint())
        .startsWith("Run there: git switch %s && git merge %s; ".formatted(branch, loose));
    assertThat(baton.orchestrator().merges().preview(attempt).getFirst().obstacles())
        .extracting(Obstacle::problem)
        .containsExactly(refused.getMessage());

    git(worktree, "switch", "--quiet", branch);
    baton.orchestrator().followUps().send(caller(), to(attempt, "write other.txt two"));
    baton.awaitEnd(attempt);
    git(worktree, "reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all");
    git(worktree, "gc", "--quiet", "--prune=now");
    git(worktree, "merge", "--quiet", "--no-edit", loose);
    assertThat(baton.orchestrator().merges().merge(merge()).merges()).hasSize(1);
    assertThat(baton.repository().resolve("loose.txt")).hasContent("one");
  }

  @Test
  void an_unfinished_rebase_is_said_with_the_way_out() throws Exception {
    var branch = git(worktree, "branch", "--show-current");
    // why: a rebase that edits stops at a commit, without a conflict
    git(worktree, "-c", "sequence.editor=sed -i s/^pick/edit/", "rebase", "-i", "main");

    var refused = failure(() -> baton.orchestrator().merges().merge(merge()));
    assertThat(refused).hasMessage("Worktree %s is in the middle of a rebase".formatted(worktree));
    assertThat(refused.hint()).startsWith("Run there: git rebase --continue");

    git(worktree, "rebase", "--abort");
    assertThat(git(worktree, "branch", "--show-current")).isEqualTo(branch);
    assertThat(baton.orchestrator().merges().merge(merge()).merges()).hasSize(1);
  }

  @Test
  void a_branch_deleted_by_hand_comes_back_with_its_commits() throws Exception {
    var branch = git(worktree, "branch", "--show-current");
    git(worktree, "checkout", "--quiet", "--detach");
    git(worktree, "branch", "--quiet", "-D", branch);
    deleteRecursively(worktree);

    assertBothFiles();
    assertThat(git(worktree, "branch", "--show-current")).isEqualTo(branch);
  }

  @Test
  void a_repository_that_moved_is_said_and_all_is_well_when_it_is_back() throws Exception {
    var elsewhere = directory.resolve("elsewhere");
    Files.move(baton.repository(), elsewhere);

    assertThat(baton.status(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    for (ThrowingCallable call :
        new ThrowingCallable[] {
          () -> baton.orchestrator().work().changes(attempt, false),
          () -> baton.orchestrator().merges().merge(merge()),
          () -> baton.orchestrator().followUps().send(caller(), to(attempt, "say hi")),
          () -> baton.start("say hi"),
          () -> baton.orchestrator().deletions().deleteAttempt(attempt)
        }) {
      var refused = failure(call);
      assertThat(refused.getMessage()).contains(baton.repository().toString());
      assertThat(refused.code()).isEqualTo(FailureCode.NOT_FOUND);
      assertThat(refused.hint()).isNotBlank();
    }
    var failed = baton.awaitEnd(attempt);
    assertThat(failed.attempt().state().name()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(failed.attempt().state().failureSummary().orElseThrow())
        .contains("could not be started", baton.repository().toString());
    baton.restart();
    assertThat(worktree.resolve("mine.txt")).hasContent("precious");

    Files.move(elsewhere, baton.repository());
    baton.orchestrator().followUps().send(caller(), to(attempt, "append mine.txt more"));
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertBothFiles();
    assertThat(baton.orchestrator().merges().merge(merge()).merges()).hasSize(1);
  }

  @Test
  void an_attempt_in_a_repository_that_was_deleted_goes_when_its_files_are_gone() throws Exception {
    var repository = baton.repository().toRealPath();
    deleteRecursively(repository);
    var refused = failure(() -> baton.orchestrator().deletions().deleteAttempt(attempt));
    assertThat(refused)
        .hasMessage(
            "Repository %s is gone, so the work in %s cannot be kept in it"
                .formatted(repository, worktree));
    assertThat(worktree.resolve("mine.txt")).hasContent("precious");

    deleteRecursively(worktree);
    assertThat(baton.orchestrator().deletions().deleteAttempt(attempt).keptRefs()).isEmpty();
  }

  private static void deleteRecursively(Path path) {
    // why until it succeeds: a program that just starts there writes while it is deleted
    Awaitility.await()
        .atMost(SOON)
        .until(() -> new ProcessBuilder("rm", "-rf", path.toString()).start().waitFor() == 0);
  }

  @Test
  void a_key_whose_message_could_not_be_sent_is_free_again() throws Exception {
    var elsewhere = directory.resolve("elsewhere");
    Files.move(baton.repository(), elsewhere);
    var refused =
        failure(
            () -> baton.orchestrator().followUps().send(caller("k"), to(attempt, "say at last")));
    assertThat(refused.code()).isEqualTo(FailureCode.NOT_FOUND);
    baton.awaitEnd(attempt);
    Files.move(elsewhere, baton.repository());

    baton.orchestrator().followUps().send(caller("k"), to(attempt, "say at last"));
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("at last");
  }

  @Test
  void a_hook_that_never_ends_is_ended_by_a_stop() throws Exception {
    var hook = baton.repository().resolve(".git/hooks/pre-commit");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\ntouch '%s'\nsleep 1000\n".formatted(begun()));
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    baton.orchestrator().followUps().send(caller(), to(attempt, "write again.txt x"));
    Awaitility.await().atMost(SOON).until(() -> Files.exists(begun()));

    var stopped = baton.orchestrator().attempts().stop(attempt, false);
    assertThat(stopped.state()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(baton.status(attempt).attempt().state().failureSummary()).contains("stopped");
    LivePrograms.awaitNoneBelow(worktree);
    assertThat(worktree.resolve("again.txt")).hasContent("x");
    Files.delete(hook);
    var inspected =
        new MergeRequest(attempt, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), true);
    assertThat(baton.orchestrator().merges().merge(inspected).merges()).hasSize(1);
    assertThat(baton.repository().resolve("again.txt")).hasContent("x");
  }

  private Path begun() {
    return directory.resolve("begun");
  }

  @Test
  void a_repository_that_goes_while_the_agent_works_fails_the_turn_with_its_name()
      throws Exception {
    baton.orchestrator().followUps().send(caller(), to(attempt, "sleep 1", "write again.txt x"));
    var elsewhere = directory.resolve("elsewhere");
    Files.move(baton.repository(), elsewhere);
    var ended = baton.awaitEnd(attempt).attempt();
    Files.move(elsewhere, baton.repository());

    assertThat(ended.state().name()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(ended.state().failureSummary().orElseThrow())
        .contains("could not be looked at or committed", baton.repository().toString());
    assertThat(worktree.resolve("again.txt")).hasContent("x");
  }

  private void deleteOutput() {
    deleteRecursively(directory.resolve("data/runs"));
  }

  private void assertNothingRuns(AttemptStatus ended) {
    assertThat(ended.attempt().state().name()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(ended.attempt().state().failureSummary().orElseThrow())
        .contains("its directory", "is gone");
    LivePrograms.awaitNoneBelow(worktree);
  }

  @Test
  void the_directory_of_a_run_deleted_by_hand_fails_the_turn_and_ends_the_agent() {
    baton.orchestrator().followUps().send(caller(), to(attempt, "say here", "hang"));
    // why: before that the program that starts it still reads files there
    Awaitility.await()
        .atMost(SOON)
        .until(() -> baton.messages(attempt, Role.ASSISTANT).contains("here"));
    deleteOutput();
    assertNothingRuns(baton.awaitEnd(attempt));
    baton.orchestrator().followUps().send(caller(), to(attempt, "say on"));
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
  }

  @Test
  void an_agent_whose_directory_is_gone_is_not_started_again_by_the_next_server() {
    baton.orchestrator().followUps().send(caller(), to(attempt, "append mine.txt once", "hang"));
    Awaitility.await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(worktree.resolve("mine.txt")).hasContent("precious\nonce\n"));
    baton.restartAfter(this::deleteOutput);
    assertNothingRuns(baton.awaitEnd(attempt));
    assertThat(worktree.resolve("mine.txt")).hasContent("precious\nonce\n");
  }

  @Test
  void a_repository_that_cannot_be_written_is_said_in_the_words_of_git() throws Exception {
    Files.writeString(worktree.resolve("late.txt"), "changed");
    var entry = Path.of(git(worktree, "rev-parse", "--git-dir"));
    try (var frozen = Frozen.of(entry)) {
      assumeTrue(frozen.isDone(), "Only root can freeze a directory, and not everywhere");
      var refused = failure(() -> baton.orchestrator().merges().merge(merge()));
      assertThat(refused.code()).isEqualTo(FailureCode.INTERNAL);
      assertThat(refused).hasMessageStartingWith("Git failed: ").hasMessageContaining(".lock");
      assertThat(refused.hint()).contains("write access to the repository");
    }
    assertThat(baton.orchestrator().merges().merge(merge()).merges()).hasSize(1);
    assertThat(baton.repository().resolve("late.txt")).hasContent("changed");
  }
}
