package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds at every moment, whatever happens. */
@Tag("slow")
class InvariantsTest {
  @TempDir Path directory;

  @Test
  void no_change_that_was_answered_is_lost_when_the_server_is_killed() throws Exception {
    UUID task;
    try (var baton = TestBaton.in(directory)) {
      task = baton.task("First");
    }
    var answered = new ArrayList<UUID>();
    for (int kills = 0; kills < 3; kills++) {
      try (var server = KilledServer.start(directory, TestBaton.file(directory))) {
        var output = server.output();
        assertThat(output.readLine()).isEqualTo(KilledServer.READY);
        server.ask("start\tk%d\t%s\tsay hi".formatted(kills, task));
        answered.add(UUID.fromString(output.readLine().split("\t", 3)[2]));
        // why: killed in the moment of its answer
      }
    }
    try (var baton = TestBaton.again(directory)) {
      assertThat(baton.orchestrator().attempts().list(task))
          .extracting(attempt -> attempt.attemptId())
          .containsExactlyInAnyOrderElementsOf(answered);
      answered.forEach(
          id ->
              assertThat(baton.awaitEnd(id).attempt().state().name())
                  .isEqualTo(AttemptState.Name.COMPLETED));
    }
  }

  @Test
  void at_most_one_agent_of_an_attempt_lives() throws Exception {
    try (var baton = TestBaton.in(directory);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var attempt = baton.start("say hi").attemptId();
      baton.awaitEnd(attempt);
      var calls = new ArrayList<Future<Boolean>>();
      for (int caller = 0; caller < 12; caller++) {
        calls.add(threads.submit(() -> isStarted(baton, attempt)));
      }
      int started = 0;
      for (var call : calls) {
        started += call.get() ? 1 : 0;
      }
      assertThat(started).isEqualTo(1);
      assertThat(LivePrograms.agents(directory)).hasSize(1);
      baton.orchestrator().attempts().stop(attempt, true);
    }
  }

  private static boolean isStarted(TestBaton baton, UUID attempt) {
    try {
      baton.orchestrator().followUps().send(caller(), to(attempt, "hang"));
      return true;
    } catch (ToolFailure e) {
      assertThat(e.code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY);
      return false;
    }
  }

  @Test
  void nothing_counts_as_running_without_a_program() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var attempt = baton.start("hang").attemptId();
      baton.restartAfter(() -> killAll(directory));

      var status = baton.awaitEnd(attempt);
      assertThat(status.attempt().state().name()).isEqualTo(AttemptState.Name.FAILED);
      assertThat(status.attempt().state().failureSummary().orElseThrow())
          .contains("is gone and left no exit status; something killed it and its wrapper");
      baton.orchestrator().followUps().send(caller(), to(attempt, "say again"));
      assertThat(baton.awaitEnd(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
    }
  }

  private static void killAll(Path directory) {
    Awaitility.await()
        .until(
            () -> {
              LivePrograms.agents(directory).forEach(run -> LivePrograms.kill(run, true));
              return LivePrograms.agents(directory).isEmpty();
            });
  }

  @Test
  void no_byte_of_a_workspace_with_unmerged_work_goes_without_a_ref_that_has_it() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      baton.commitPolicy("none");
      var started = baton.start("write a.txt committed", "commit Work", "write b.txt left");
      baton.awaitEnd(started.attemptId());
      var worktree =
          directory
              .resolve("data/worktrees")
              .resolve(started.attemptId().toString())
              .resolve("repo");
      Files.writeString(worktree.resolve("c.txt"), "staged");
      git(worktree, "add", "c.txt");
      Files.writeString(worktree.resolve("c.txt"), "changed");
      var blobs = new ArrayList<String>();
      for (var text : List.of("committed\n", "left\n", "staged", "changed")) {
        var file = Files.writeString(directory.resolve("blob"), text);
        blobs.add(git(baton.repository(), "hash-object", file.toString()));
      }
      var kept = baton.orchestrator().deletions().deleteAttempt(started.attemptId()).keptRefs();

      assertThat(kept).isNotEmpty();
      var arguments = new ArrayList<>(List.of("rev-list", "--objects"));
      arguments.addAll(kept);
      assertThat(git(baton.repository(), arguments.toArray(String[]::new)))
          .contains(blobs.toArray(String[]::new));
    }
  }

  @Test
  void a_key_has_one_result_for_ever_and_belongs_to_one_request() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var attempt = baton.start("say hi").attemptId();
      baton.awaitEnd(attempt);
      var first = baton.orchestrator().followUps().send(caller("key"), to(attempt, "say more"));
      baton.awaitEnd(attempt);
      baton.restart();

      assertThat(baton.orchestrator().followUps().send(caller("key"), to(attempt, "say more")))
          .isEqualTo(first);
      assertThatThrownBy(
              () -> baton.orchestrator().followUps().send(caller("key"), to(attempt, "say other")))
          .isInstanceOfSatisfying(
              ToolFailure.class,
              failure ->
                  assertThat(failure.code()).isEqualTo(BoardFailureCode.IDEMPOTENCY_CONFLICT));
      assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("hi", "more");
    }
  }

  @Test
  void queued_messages_are_heard_once_and_in_order_or_visibly_cancelled() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var attempt = baton.start("sleep 1").attemptId();
      for (int number = 1; number <= 4; number++) {
        baton.orchestrator().followUps().queue(caller(), to(attempt, "say " + number));
      }
      baton.restart();
      baton.awaitEnd(attempt);
      assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("1", "2", "3", "4");

      baton.orchestrator().followUps().send(caller(), to(attempt, "hang"));
      baton.orchestrator().followUps().queue(caller(), to(attempt, "say 5"));
      baton.orchestrator().attempts().stop(attempt, true);
      assertThat(baton.status(attempt).isQueueHeld()).isTrue();
      assertThat(
              baton.orchestrator().followUps().cancel(FollowUpTarget.attempt(attempt)).cancelled())
          .isEqualTo(1);
      assertThat(baton.messages(attempt, Role.ASSISTANT)).hasSize(4);
    }
  }

  @Test
  void no_program_works_in_a_workspace_that_was_removed() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var attempt = baton.start("spawn 300", "spawn 300", "say done").attemptId();
      baton.awaitEnd(attempt);
      baton.orchestrator().deletions().deleteAttempt(attempt);
      LivePrograms.awaitNoneBelow(directory);
    }
  }
}
