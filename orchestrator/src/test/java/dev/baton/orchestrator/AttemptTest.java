package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.changes.Changes.FileChange;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.planning.RepoSettings;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of an attempt from its start to its merge. */
class AttemptTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
  }

  @Test
  void an_attempt_runs_is_followed_up_and_merged() throws Exception {
    var started = baton.start("say hello", "write notes.txt some words");

    assertThat(started.state()).isEqualTo(AttemptState.Name.RUNNING);
    assertThat(started.sessionId()).isPresent();
    assertThat(started.workspaceBranch()).matches("baton/[0-9a-f]{8}-do-something");

    var status = baton.awaitEnd(started.attemptId());
    assertThat(status.attempt().state().name()).isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(status.attempt().state().failureSummary()).isEmpty();
    assertThat(status.latestProcess().orElseThrow().reason()).isEqualTo(ProcessReason.CODING_AGENT);
    assertThat(status.latestProcess().orElseThrow().status()).isEqualTo(ProcessStatus.COMPLETED);
    assertThat(baton.orchestrator().board().loadTask(started.taskId()).task().status())
        .isEqualTo(BoardTaskStatus.IN_REVIEW);
    assertThat(baton.messages(started.attemptId(), Role.ASSISTANT)).contains("hello");
    assertThat(baton.log(started.attemptId(), LogChannel.NORMALIZED))
        .extracting(LogEntry::type)
        .contains("user_message", "assistant_message", "tool_use");
    assertThat(baton.orchestrator().work().changes(started.attemptId(), false).files())
        .extracting(FileChange::path)
        .containsExactly("notes.txt");

    var sent = baton.orchestrator().followUps().send(caller(), to(started.attemptId(), "recall"));
    assertThat(sent.sessionId()).isEqualTo(started.sessionId().orElseThrow());
    baton.awaitEnd(started.attemptId());
    assertThat(baton.messages(started.attemptId(), Role.ASSISTANT).getLast()).contains("2");

    var merged =
        baton
            .orchestrator()
            .merges()
            .merge(
                new MergeRequest(
                    started.attemptId(),
                    Optional.empty(),
                    MergeStrategy.SQUASH,
                    Optional.empty(),
                    false));
    assertThat(merged.taskStatus()).isEqualTo(BoardTaskStatus.DONE);
    assertThat(merged.merges().getFirst().commit())
        .isEqualTo(git(baton.repository(), "rev-parse", "main"));
    assertThat(Files.readString(baton.repository().resolve("notes.txt"))).isEqualTo("some words\n");
  }

  @Test
  void what_the_agent_left_is_committed_on_its_branch() throws Exception {
    var started = baton.start("write a.txt one");
    baton.awaitEnd(started.attemptId());

    assertThat(git(baton.repository(), "log", "--format=%s", "main.." + started.workspaceBranch()))
        .isEqualTo("Do something");
  }

  @Test
  void an_agent_that_ends_without_saying_that_it_is_done_has_failed() {
    var started = baton.start("say so far", "exit 3");
    var status = baton.awaitEnd(started.attemptId());

    assertThat(status.attempt().state().name()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(status.attempt().state().failureSummary().orElseThrow()).startsWith("exit code 3");
    assertThat(status.latestProcess().orElseThrow().exitCode()).contains(3);
    assertThat(baton.orchestrator().board().loadTask(started.taskId()).lastAttemptFailed())
        .isTrue();
  }

  @Test
  void an_attempt_that_cannot_be_made_leaves_nothing_behind() {
    var task = baton.task("Impossible");
    var repo = baton.orchestrator().projects().listRepos(baton.projectId()).getFirst().id();

    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .attemptStarts()
                    .start(
                        caller("one"),
                        new NewAttempt(
                            task,
                            TestBaton.FAKE,
                            Optional.empty(),
                            List.of(new NewAttempt.Target(repo, "nowhere")),
                            Optional.empty())))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining("nowhere");
    assertThat(baton.orchestrator().attempts().list(task)).isEmpty();
    assertThat(baton.orchestrator().board().loadTask(task).task().status())
        .isEqualTo(BoardTaskStatus.TODO);
  }

  @Test
  void an_unknown_executor_is_answered_with_those_there_are() {
    var task = baton.task("Who");
    var unknown = new NewAttempt(task, "NOBODY", Optional.empty(), List.of(), Optional.empty());

    assertThatThrownBy(() -> baton.orchestrator().attemptStarts().start(caller(), unknown))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.EXECUTOR_NOT_FOUND);
              assertThat(failure).hasMessage("There is no executor 'NOBODY'");
              assertThat(failure.hint())
                  .isEqualTo("Call list_executors and pass one of its names as executor");
            });
  }

  @Test
  void the_same_key_starts_one_attempt() {
    var task = baton.task("Once");
    var request = TestBaton.attempt(task, "say hi");

    var first = baton.orchestrator().attemptStarts().start(caller("key"), request);
    baton.awaitEnd(first.attemptId());
    baton.restart();
    var second = baton.orchestrator().attemptStarts().start(caller("key"), request);

    assertThat(second).isEqualTo(first);
    assertThat(baton.orchestrator().attempts().list(task)).hasSize(1);
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .attemptStarts()
                    .start(caller("key"), TestBaton.attempt(task, "say other")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(BoardFailureCode.IDEMPOTENCY_CONFLICT));
  }

  @Test
  void setup_scripts_run_first_and_cleanup_scripts_after_a_change() {
    baton.change(
        new RepoSettings(
            Optional.of("echo setting up; echo made > setup.txt"),
            Optional.of("cat a.txt > cleaned.txt"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
    var started = baton.start("write a.txt one");
    var status = baton.awaitEnd(started.attemptId());

    assertThat(status.attempt().state().name()).isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(status.latestProcess().orElseThrow().reason())
        .isEqualTo(ProcessReason.CLEANUP_SCRIPT);
    assertThat(baton.log(started.attemptId(), LogChannel.RAW))
        .extracting(LogEntry::content)
        .contains("setting up");
    assertThat(baton.orchestrator().work().changes(started.attemptId(), false).files())
        .extracting(FileChange::path)
        .containsExactlyInAnyOrder("a.txt", "cleaned.txt", "setup.txt");

    baton.orchestrator().followUps().send(caller(), to(started.attemptId(), "say nothing new"));
    assertThat(baton.awaitEnd(started.attemptId()).latestProcess().orElseThrow().reason())
        .isEqualTo(ProcessReason.CODING_AGENT);
  }

  @Test
  void a_setup_script_that_fails_fails_the_attempt_with_its_last_words() {
    baton.change(
        new RepoSettings(
            Optional.of("echo no compiler >&2; exit 7"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
    var started = baton.start("say never");
    var status = baton.awaitEnd(started.attemptId());

    assertThat(status.attempt().state().failureSummary().orElseThrow())
        .isEqualTo("exit code 7: Setup script of repo failed\nno compiler");
  }

  @Test
  void a_setup_script_that_failed_runs_again_with_the_next_message_and_no_prompt_is_lost()
      throws Exception {
    var tools = Files.createDirectories(directory.resolve("tools"));
    baton.change(
        new RepoSettings(
            Optional.of("test -e %s/compiler || exit 7; echo set up".formatted(tools)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
    var attempt = baton.start("say first").attemptId();
    baton.awaitEnd(attempt);

    baton.orchestrator().followUps().send(caller(), to(attempt, "say second"));
    var again = baton.awaitEnd(attempt);
    assertThat(again.attempt().state().failureSummary().orElseThrow()).startsWith("exit code 7");
    assertThat(again.latestProcess().orElseThrow().reason()).isEqualTo(ProcessReason.SETUP_SCRIPT);

    Files.createFile(tools.resolve("compiler"));
    for (var prompt : List.of("say third", "say fourth")) {
      baton.orchestrator().followUps().send(caller(), to(attempt, prompt));
      assertThat(baton.awaitEnd(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
    }
    // why all: what was asked for before an agent could hear it is not lost
    assertThat(baton.messages(attempt, Role.USER))
        .containsExactly("say first\n\nsay second\n\nsay third", "say fourth");
    assertThat(baton.messages(attempt, Role.ASSISTANT))
        .containsExactly("first", "second", "third", "fourth");
    assertThat(baton.log(attempt, LogChannel.RAW))
        .extracting(LogEntry::content)
        .containsOnlyOnce("set up");
  }

  @Test
  void a_deleted_attempt_keeps_what_was_not_merged() throws Exception {
    var started = baton.start("write kept.txt precious");
    baton.awaitEnd(started.attemptId());
    var deletion = baton.orchestrator().deletions().deleteAttempt(started.attemptId());

    assertThat(deletion.keptRefs()).isNotEmpty().allMatch(ref -> ref.startsWith("refs/baton/"));
    assertThat(git(baton.repository(), "show", deletion.keptRefs().getFirst() + ":kept.txt"))
        .isEqualTo("precious");
    assertThatThrownBy(() -> baton.status(started.attemptId()))
        .hasMessage("There is no attempt %s".formatted(started.attemptId()));
  }

  @Test
  void a_task_is_not_deleted_while_an_attempt_runs() {
    var started = baton.start("hang");

    assertThatThrownBy(() -> baton.orchestrator().deletions().deleteTask(started.taskId()))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY));

    var stopped = baton.orchestrator().attempts().stop(started.attemptId(), true);
    assertThat(stopped.state()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(stopped.stopped()).isPositive();
    assertThat(baton.status(started.attemptId()).attempt().state().failureSummary().orElseThrow())
        .startsWith("stopped");
    baton.orchestrator().deletions().deleteTask(started.taskId());
    assertThatThrownBy(() -> baton.orchestrator().board().loadTask(started.taskId()))
        .hasMessageStartingWith("There is no task");
  }

  @Test
  void of_a_task_that_is_deleted_the_newest_attempt_goes_last() {
    var older = baton.start("say one");
    baton.awaitEnd(older.attemptId());
    var newer =
        baton
            .orchestrator()
            .attemptStarts()
            .start(caller(), TestBaton.attempt(older.taskId(), "say two"));
    baton.awaitEnd(newer.attemptId());

    baton.orchestrator().deletions().deleteTask(older.taskId());

    var told =
        baton
            .orchestrator()
            .events()
            .readAfter(
                new EventFilter(
                    Optional.empty(),
                    Optional.of(older.taskId()),
                    Optional.empty(),
                    Set.of(EventName.ATTEMPT_DELETED, EventName.TASK_DELETED)),
                0,
                100);
    assertThat(told.events())
        .extracting(event -> event.attemptId().orElse(older.taskId()))
        .containsExactly(older.attemptId(), newer.attemptId(), older.taskId());
  }

  @Test
  void an_unknown_attempt_is_answered_with_the_next_step() {
    var id = new UUID(1, 2);

    assertThatThrownBy(() -> baton.status(id))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure ->
                assertThat(failure.hint())
                    .isEqualTo("Call list_task_attempts and pass one of its attempt_id"));
  }
}
