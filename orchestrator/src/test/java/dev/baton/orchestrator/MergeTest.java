package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.merge.MergePreview.Obstacle;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.shipping.AttemptMerges.MergedAttempt;
import dev.baton.orchestrator.shipping.AttemptMerges.MergedAttempt.RepoMerge;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the work of attempts gets into its target branches. */
class MergeTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
  }

  @Test
  void uncommitted_work_is_merged_too() throws Exception {
    baton.commitPolicy("none");
    var started = baton.start("write a.txt one");
    baton.awaitEnd(started.attemptId());

    merge(started.attemptId());

    assertThat(Files.readString(baton.repository().resolve("a.txt"))).isEqualTo("one\n");
  }

  @Test
  void what_was_merged_is_known_for_as_long_as_the_task_is_there() throws Exception {
    var started = baton.start("write a.txt one");
    baton.awaitEnd(started.attemptId());
    var before = git(baton.repository(), "rev-parse", "main");

    merge(started.attemptId());
    merge(started.attemptId());

    var after = git(baton.repository(), "rev-parse", "main");
    var merges = baton.orchestrator().merges();
    assertThat(merges.listDone(started.taskId()))
        .singleElement()
        .satisfies(
            merge -> {
              assertThat(merge.attemptId()).isEqualTo(started.attemptId());
              assertThat(merge.targetBranch()).isEqualTo("main");
              assertThat(merge.baseCommit()).isEqualTo(before);
              assertThat(merge.commit()).isEqualTo(after);
              assertThat(merge.isLast()).isTrue();
            });
    baton.orchestrator().deletions().deleteAttempt(started.attemptId());
    assertThat(merges.listDone(started.taskId())).hasSize(1);
  }

  @Test
  void a_conflict_names_the_files_and_changes_nothing() throws Exception {
    var started = baton.start("write README.md theirs");
    baton.awaitEnd(started.attemptId());
    Files.writeString(baton.repository().resolve("README.md"), "mine\n");
    git(baton.repository(), "commit", "--quiet", "-am", "Mine");
    var before = git(baton.repository(), "rev-parse", "main");

    assertThatThrownBy(() -> merge(started.attemptId()))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.GIT_CONFLICT);
              assertThat(failure).hasMessageContaining("in 1 file (README.md); nothing was merged");
              assertThat(failure.details()).isEqualTo(Map.of("files", List.of("README.md")));
            });
    assertThat(git(baton.repository(), "rev-parse", "main")).isEqualTo(before);
    assertThat(baton.orchestrator().board().loadTask(started.taskId()).task().status())
        .isEqualTo(BoardTaskStatus.IN_REVIEW);
  }

  @Test
  void a_lock_file_that_a_crash_left_is_not_called_a_moved_branch() throws Exception {
    var started = baton.start("write a.txt one");
    baton.awaitEnd(started.attemptId());
    var lock = Files.createFile(baton.repository().resolve(".git/refs/heads/main.lock"));

    assertThatThrownBy(() -> merge(started.attemptId()))
        .isInstanceOf(ToolFailure.class)
        .hasMessageStartingWith("Lock file %s is in the way".formatted(lock.toRealPath()));

    Files.delete(lock);
    merge(started.attemptId());
    assertThat(baton.repository().resolve("a.txt")).hasContent("one");
  }

  @Test
  void merges_into_one_branch_at_the_same_time_are_done_one_behind_the_other() throws Exception {
    var attempts =
        Stream.of("a.txt", "b.txt", "c.txt")
            .map(file -> baton.start("write %s one".formatted(file)).attemptId())
            .toList();
    attempts.forEach(baton::awaitEnd);

    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          callers.invokeAll(
              attempts.stream().map(id -> (Callable<MergedAttempt>) () -> merge(id)).toList());
      for (var call : calls) {
        assertThat(call.get().taskStatus()).isEqualTo(BoardTaskStatus.DONE);
      }
    }

    assertThat(git(baton.repository(), "ls-tree", "--name-only", "main"))
        .contains("a.txt", "b.txt", "c.txt");
    assertThat(git(baton.repository(), "status", "--porcelain")).isEmpty();
  }

  @Test
  void merges_at_the_same_time_that_change_one_file_do_not_call_its_checkout_dirty()
      throws Exception {
    var lines = IntStream.range(0, 60).mapToObj("line %d\n"::formatted).toList();
    Files.writeString(baton.repository().resolve("README.md"), String.join("", lines));
    git(baton.repository(), "commit", "--quiet", "-am", "Lines");
    var attempts = new ArrayList<UUID>();
    for (int i = 0; i < 6; i++) {
      var attempt = baton.start("say hi").attemptId();
      baton.awaitEnd(attempt);
      var changed = new ArrayList<>(lines);
      changed.set(10 * i, "changed %d\n".formatted(i));
      Files.writeString(
          baton.status(attempt).workspacePath().resolve("README.md"), String.join("", changed));
      attempts.add(attempt);
    }

    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          callers.invokeAll(
              attempts.stream().map(id -> (Callable<MergedAttempt>) () -> merge(id)).toList());
      for (var call : calls) {
        assertThat(call.get().taskStatus()).isEqualTo(BoardTaskStatus.DONE);
      }
    }

    assertThat(Files.readString(baton.repository().resolve("README.md")))
        .contains(IntStream.range(0, 6).mapToObj("changed %d\n"::formatted).toList());
    assertThat(git(baton.repository(), "status", "--porcelain")).isEmpty();
  }

  @Test
  void a_checkout_with_changes_is_left_alone() throws Exception {
    var started = baton.start("write README.md theirs");
    baton.awaitEnd(started.attemptId());
    Files.writeString(baton.repository().resolve("README.md"), "not committed\n");

    assertThatThrownBy(() -> merge(started.attemptId()))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.TARGET_DIRTY);
              assertThat(failure).hasMessageEndingWith("in 1 file (README.md)");
              assertThat(failure.details()).isEqualTo(Map.of("files", List.of("README.md")));
            });
    assertThat(Files.readString(baton.repository().resolve("README.md")))
        .isEqualTo("not committed\n");
  }

  @Test
  void files_in_the_way_that_git_does_not_know_are_said_before() throws Exception {
    var started = baton.start("write a.txt one", "write b.txt two");
    baton.awaitEnd(started.attemptId());
    assertThat(obstacles(started.attemptId())).isEmpty();

    Files.writeString(baton.repository().resolve("a.txt"), "mine\n");
    assertThat(obstacles(started.attemptId()))
        .singleElement()
        .satisfies(
            obstacle -> {
              assertThat(obstacle.problem()).startsWith("Merging would overwrite 1 file (a.txt)");
              assertThat(obstacle.files()).containsExactly("a.txt");
            });

    Files.writeString(baton.repository().resolve(".git/info/exclude"), "*.txt\n");
    Files.writeString(baton.repository().resolve("b.txt"), "mine\n");
    assertThat(obstacles(started.attemptId()).getFirst().files()).containsExactly("a.txt", "b.txt");
  }

  @Test
  void a_repository_inside_the_workspace_is_said_before_and_in_the_log() throws Exception {
    var started = baton.start("write a.txt one");
    baton.awaitEnd(started.attemptId());
    var worktree = baton.status(started.attemptId()).workspacePath();
    git(worktree, "init", "--quiet", "inner");
    git(
        worktree.resolve("inner"),
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@y",
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        "Its own");
    git(worktree, "init", "--quiet", "unborn");
    Files.writeString(worktree.resolve("unborn/file.txt"), "one\n");

    var preview = baton.orchestrator().merges().preview(started.attemptId()).getFirst();
    merge(started.attemptId());

    assertThat(preview.nested()).containsExactly("inner", "unborn");
    assertThat(preview.uncommitted()).isZero();
    assertThat(baton.log(started.attemptId(), LogChannel.NORMALIZED))
        .extracting(LogEntry::content)
        .anyMatch(said -> said.startsWith("inner was not committed: it is a git repository"))
        .anyMatch(said -> said.startsWith("unborn was not committed: it is a git repository"));
  }

  private List<Obstacle> obstacles(UUID attemptId) {
    return baton.orchestrator().merges().preview(attemptId).getFirst().obstacles();
  }

  @Test
  void a_change_that_git_was_told_not_to_look_at_is_said_before_and_in_the_log() throws Exception {
    var started = baton.start("write a.txt one");
    baton.awaitEnd(started.attemptId());
    var worktree = baton.status(started.attemptId()).workspacePath();
    git(worktree, "update-index", "--skip-worktree", "README.md");
    assertThat(baton.orchestrator().merges().preview(started.attemptId()).getFirst().hidden())
        .isEmpty();

    Files.writeString(worktree.resolve("README.md"), "for me alone\n");
    assertThat(baton.orchestrator().merges().preview(started.attemptId()).getFirst().hidden())
        .containsExactly("README.md");
    merge(started.attemptId());

    assertThat(baton.log(started.attemptId(), LogChannel.NORMALIZED))
        .extracting(LogEntry::content)
        .anySatisfy(
            said -> assertThat(said).startsWith("README.md was changed and not committed: "));
    assertThat(worktree.resolve("README.md")).hasContent("for me alone");
  }

  @Test
  void an_attempt_that_runs_is_not_merged() {
    var started = baton.start("hang");

    assertThatThrownBy(() -> merge(started.attemptId()))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY));
    baton.orchestrator().attempts().stop(started.attemptId(), true);
  }

  @Test
  void what_a_failed_turn_has_left_is_merged_only_by_force() throws Exception {
    var started = baton.start("write broken.txt BROKEN\nexit 3");
    baton.awaitEnd(started.attemptId());
    var before = git(baton.repository(), "rev-parse", "main");

    assertThatThrownBy(() -> merge(started.attemptId()))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.ATTEMPT_FAILED);
              assertThat(failure.code().retryable()).isFalse();
              assertThat(failure)
                  .hasMessageContainingAll(started.attemptId().toString(), "failed", "3");
              assertThat(failure.hint()).contains("follow_up", "force true");
            });
    assertThat(git(baton.repository(), "rev-parse", "main")).isEqualTo(before);
    assertThat(baton.orchestrator().board().loadTask(started.taskId()).task().status())
        .isEqualTo(BoardTaskStatus.IN_REVIEW);

    var merged = baton.orchestrator().merges().merge(request(started.attemptId(), true));
    assertThat(merged.taskStatus()).isEqualTo(BoardTaskStatus.DONE);
    assertThat(baton.repository().resolve("broken.txt")).hasContent("BROKEN\n");
  }

  @Test
  void an_attempt_whose_next_turn_succeeds_is_merged_again() throws Exception {
    var started = baton.start("write broken.txt BROKEN\nexit 3");
    baton.awaitEnd(started.attemptId());
    baton
        .orchestrator()
        .followUps()
        .send(caller(), to(started.attemptId(), "write broken.txt mended"));
    baton.awaitEnd(started.attemptId());

    merge(started.attemptId());

    assertThat(baton.repository().resolve("broken.txt")).hasContent("mended\n");
  }

  @Test
  void several_repositories_are_merged_together() throws Exception {
    var started = baton.endedInTwoRepositories("write repo/a.txt one", "write other/b.txt two");

    var merged = merge(started.attemptId());

    assertThat(merged.merges()).extracting(RepoMerge::repoName).containsExactly("repo", "other");
    assertThat(Files.readString(directory.resolve("other/b.txt"))).isEqualTo("two\n");
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .attemptStarts()
                    .start(caller(), TestBaton.attempt(started.taskId(), "say x")))
        .hasMessage("The project has 2 repos, so repos must say which the attempt gets");
  }

  @Test
  void work_is_merged_when_all_of_its_repositories_are_and_until_the_agent_goes_on()
      throws Exception {
    var started = baton.endedInTwoRepositories("write repo/a.txt one", "write other/b.txt two");
    var cards = baton.orchestrator().cards();
    assertThat(cards.load(started.taskId()).shipping().isMerged()).isFalse();
    for (var repo : baton.orchestrator().attempts().context(started.attemptId()).repos()) {
      assertThat(cards.load(started.taskId()).shipping().isMerged()).as(repo.repoName()).isFalse();
      baton
          .orchestrator()
          .merges()
          .merge(
              new MergeRequest(
                  started.attemptId(),
                  Optional.of(repo.repoId()),
                  MergeStrategy.SQUASH,
                  Optional.empty(),
                  false));
    }
    assertThat(cards.load(started.taskId()).shipping().isMerged()).isTrue();

    baton.orchestrator().followUps().send(caller(), to(started.attemptId(), "say more"));
    baton.awaitEnd(started.attemptId());
    assertThat(cards.load(started.taskId()).shipping().isMerged()).isFalse();
  }

  @Test
  void a_caller_who_leaves_in_the_middle_leaves_all_or_nothing() throws Exception {
    var started = baton.endedInTwoRepositories("write repo/a.txt one", "write other/b.txt two");
    var merged = new AtomicBoolean();
    for (int patience = 10; !merged.get() && patience < 2_000; patience += 15) {
      var caller = Thread.startVirtualThread(() -> merged.set(isMerged(started.attemptId())));
      if (!caller.join(Duration.ofMillis(patience))) {
        caller.interrupt();
        caller.join();
      }
      assertThat(directory.resolve("other/b.txt").toFile().exists())
          .isEqualTo(baton.repository().resolve("a.txt").toFile().exists());
    }
    assertThat(Files.readString(directory.resolve("other/b.txt"))).isEqualTo("two\n");
    assertThat(baton.orchestrator().board().loadTask(started.taskId()).task().status())
        .isEqualTo(BoardTaskStatus.DONE);
  }

  private boolean isMerged(UUID attemptId) {
    try {
      return merge(attemptId).merges().size() == 2;
    } catch (RuntimeException e) {
      // why: it was cut short before anything moved
      return false;
    }
  }

  private MergedAttempt merge(UUID attemptId) {
    return baton.orchestrator().merges().merge(request(attemptId, false));
  }

  private static MergeRequest request(UUID attemptId, boolean force) {
    return new MergeRequest(
        attemptId, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), force);
  }
}
