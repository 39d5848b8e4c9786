package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.ChangeCount;
import dev.baton.orchestrator.attempt.TurnOverview.TurnState;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.AttemptTurns.Conversation;
import dev.baton.orchestrator.followup.AttemptTurns.RetriedTurn;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.followup.AttemptTurns.ShownTurn;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How turns are seen and taken back, whichever database is underneath. */
abstract class TurnHistoryContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;

  TurnHistoryContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, databases.newAddress());
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private UUID ended(String... script) {
    var id = baton.start(script).attemptId();
    baton.awaitEnd(id);
    return id;
  }

  private void followUp(UUID id, String... script) {
    baton.orchestrator().followUps().send(caller(), to(id, script));
    baton.awaitEnd(id);
  }

  private Page<ShownTurn> turns(UUID id, int limit, Optional<String> cursor) {
    return baton
        .orchestrator()
        .turns()
        .list(
            id,
            new PageRequest(PageLimit.items(limit), cursor, "turns of " + id),
            PageView.<ShownTurn>plain());
  }

  private List<ShownTurn> turns(UUID id) {
    return turns(id, 50, Optional.empty()).items();
  }

  private RetriedTurn retry(UUID id, long turn, String... script) {
    var prompt = Optional.of(String.join("\n", script)).filter(words -> !words.isEmpty());
    var request = new RetryRequest(id, turn, prompt, Optional.empty());
    return baton.orchestrator().turns().retry(request);
  }

  private Path worktree(UUID id) {
    return baton.status(id).workspacePath();
  }

  private String shown(String ref, String file) {
    return git(baton.repository(), "show", ref + ":" + file);
  }

  @Test
  void turns_are_listed_newest_first_with_what_they_changed() {
    var id = ended("write a.txt one");
    followUp(id, "write a.txt two", "write b.txt three", "exit 3");
    var base = git(baton.repository(), "rev-parse", "main");

    var turns = turns(id);

    assertThat(turns).extracting(turn -> turn.turn().index()).containsExactly(1L, 0L);
    assertThat(turns)
        .extracting(turn -> turn.turn().state())
        .containsExactly(TurnState.FAILED, TurnState.COMPLETED);
    var first = turns.getLast();
    assertThat(first.commitBefore()).isEqualTo(base);
    assertThat(first.commitAfter()).contains(git(worktree(id), "rev-parse", "HEAD"));
    assertThat(first.turn().changes()).contains(new ChangeCount(1, 1, 0));
    assertThat(first.promptPreview()).isEqualTo("write a.txt one");
    assertThat(first.turn().variant()).isEqualTo("DEFAULT");
    assertThat(first.turn().endedAt().orElseThrow()).isAfterOrEqualTo(first.turn().startedAt());
    var second = turns.getFirst();
    assertThat(second.commitBefore()).isEqualTo(first.commitAfter().orElseThrow());
    assertThat(second.turn().changes()).contains(new ChangeCount(2, 2, 1));
    assertThat(baton.status(id).sessions())
        .singleElement()
        .satisfies(
            session -> {
              assertThat(session.turns()).isEqualTo(2);
              assertThat(session.session().id()).isEqualTo(first.turn().sessionId());
            });
  }

  @Test
  void pages_go_to_older_turns_and_nothing_is_skipped() {
    var id = ended("say 0");
    followUp(id, "say 1");
    followUp(id, "say 2");

    var newest = turns(id, 2, Optional.empty());
    var older = turns(id, 2, newest.nextCursor());

    assertThat(newest.items()).extracting(turn -> turn.turn().index()).containsExactly(2L, 1L);
    assertThat(older.items()).extracting(turn -> turn.turn().index()).containsExactly(0L);
    assertThat(older.nextCursor()).isEmpty();
    assertThatThrownBy(() -> turns(id, 2, Optional.of("nonsense")))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining("'nonsense'");
  }

  @Test
  void a_turn_that_runs_is_listed_without_its_end() {
    var id = baton.start("hang").attemptId();

    var turn = turns(id).getFirst();

    assertThat(turn.turn().state()).isEqualTo(TurnState.RUNNING);
    assertThat(turn.turn().endedAt()).isEmpty();
    assertThat(turn.commitAfter()).isEmpty();
    assertThat(turn.commitBefore()).isEqualTo(git(baton.repository(), "rev-parse", "main"));
    baton.orchestrator().attempts().stop(id, true);
  }

  @Test
  void a_retried_turn_begins_from_the_workspace_before_it_and_what_is_dropped_is_kept()
      throws Exception {
    var id = ended("write a.txt one", "say I made a");
    followUp(id, "write a.txt wrong", "write b.txt wrong too");
    followUp(id, "write c.txt later", "exit 3");
    Files.writeString(worktree(id).resolve("by-hand.txt"), "mine\n");
    var session = baton.status(id).latestSessionId().orElseThrow();

    var retried = retry(id, 1, "write d.txt right", "recall");
    baton.awaitEnd(id);

    assertThat(worktree(id).resolve("a.txt")).hasContent("one\n");
    assertThat(worktree(id).resolve("d.txt")).hasContent("right\n");
    for (var gone : List.of("b.txt", "c.txt", "by-hand.txt")) {
      assertThat(worktree(id).resolve(gone)).doesNotExist();
    }
    assertThat(retried.keptRefs()).isNotEmpty();
    assertThat(
            retried.keptRefs().stream()
                .map(ref -> git(baton.repository(), "ls-tree", "--name-only", ref)))
        .anySatisfy(names -> assertThat(names).contains("b.txt", "c.txt", "by-hand.txt"));
    assertThat(retried.started().sessionId()).isNotEqualTo(session);
    assertThat(retried.conversation()).isEqualTo(Conversation.SUMMARISED);
    assertThat(turns(id))
        .extracting(turn -> turn.turn().state())
        .containsExactly(
            TurnState.COMPLETED, TurnState.TAKEN_BACK, TurnState.TAKEN_BACK, TurnState.COMPLETED);
    assertThat(baton.status(id).sessions()).hasSize(2);
    var told =
        baton.log(id, LogChannel.NORMALIZED).stream()
            .map(LogEntry::content)
            .filter(text -> text.contains("The work was put back"))
            .toList();
    assertThat(told).isNotEmpty();
    assertThat(told.getFirst()).contains("I made a").doesNotContain("wrong");
    assertThat(baton.messages(id, Role.USER)).containsExactly("write d.txt right\nrecall");
  }

  @Test
  void a_turn_that_was_taken_back_brings_those_before_it_back() {
    var id = ended("write a.txt one");
    followUp(id, "write b.txt two");
    followUp(id, "write c.txt three");
    for (var turn : List.of(1L, 0L)) {
      retry(id, turn, "write other.txt other");
      baton.awaitEnd(id);
    }

    retry(id, 2);
    baton.awaitEnd(id);

    for (var file : List.of("a.txt", "b.txt", "c.txt")) {
      assertThat(worktree(id).resolve(file)).exists();
    }
    assertThat(worktree(id).resolve("other.txt")).doesNotExist();
    assertThat(turns(id))
        .extracting(turn -> turn.turn().state())
        .containsExactly(
            TurnState.COMPLETED,
            TurnState.TAKEN_BACK,
            TurnState.TAKEN_BACK,
            TurnState.TAKEN_BACK,
            TurnState.COMPLETED,
            TurnState.COMPLETED);
  }

  @Test
  void the_first_turn_is_done_again_with_its_own_prompt_alone() {
    var id = ended("append a.txt one");

    var retried = retry(id, 0);
    baton.awaitEnd(id);

    assertThat(retried.conversation()).isEqualTo(Conversation.NEW);
    assertThat(worktree(id).resolve("a.txt")).hasContent("one\n");
    assertThat(git(worktree(id), "rev-list", "--count", "main..HEAD")).isEqualTo("1");
  }

  @Test
  void what_was_not_committed_before_the_turn_comes_back_as_it_was() throws Exception {
    baton.commitPolicy("none");
    // why one line: the scripted agent takes each line that it is told for a command
    var id = ended("append README.md more");
    Files.writeString(worktree(id).resolve("a.txt"), "one\n");
    followUp(id, "write a.txt wrong", "delete README.md");

    var retried = retry(id, 1, "write b.txt two");
    baton.awaitEnd(id);

    assertThat(worktree(id).resolve("a.txt")).hasContent("one\n");
    assertThat(worktree(id).resolve("README.md")).hasContent("hello\nmore\n");
    assertThat(git(worktree(id), "status", "--porcelain"))
        .contains("README.md", "?? a.txt", "?? b.txt");
    assertThat(retried.keptRefs())
        .anySatisfy(ref -> assertThat(shown(ref, "a.txt")).isEqualTo("wrong"));
  }

  @Test
  void a_turn_before_a_move_of_the_target_brings_the_target_of_then_back() throws Exception {
    git(baton.repository(), "branch", "release");
    Files.writeString(baton.repository().resolve("only-main.txt"), "main\n");
    git(baton.repository(), "add", "--all");
    git(baton.repository(), "commit", "--quiet", "-m", "Of the user");
    var id = ended("write a.txt one");
    baton
        .orchestrator()
        .updates()
        .update(
            new UpdateRequest(
                id, Optional.empty(), Optional.of("release"), UpdateStrategy.REBASE, false));

    retry(id, 0, "write b.txt two");
    baton.awaitEnd(id);

    assertThat(baton.orchestrator().attempts().context(id).repos().getFirst().targetBranch())
        .isEqualTo("main");
    assertThat(baton.orchestrator().work().changes(id, false).files())
        .extracting(file -> file.path())
        .containsExactly("b.txt");
    assertThat(worktree(id).resolve("only-main.txt")).hasContent("main\n");
  }

  @Test
  void a_retried_turn_can_be_retried() {
    var id = ended("say first");
    followUp(id, "write a.txt wrong");
    retry(id, 1, "write a.txt still wrong", "say hm");
    baton.awaitEnd(id);

    var again = retry(id, 2, "write a.txt right");
    baton.awaitEnd(id);

    assertThat(again.conversation()).isEqualTo(Conversation.SUMMARISED);
    assertThat(worktree(id).resolve("a.txt")).hasContent("right\n");
    assertThat(turns(id).getFirst().turn().index()).isEqualTo(3);
  }

  @Test
  void messages_that_were_held_go_on_after_a_retried_turn_and_stand_behind_it() {
    var id = baton.start("hang").attemptId();
    baton.orchestrator().followUps().queue(caller(), to(id, "write later.txt one"));
    baton.orchestrator().attempts().stop(id, true);
    baton.awaitEnd(id);
    assertThat(baton.status(id).isQueueHeld()).isTrue();

    retry(id, 0, "write a.txt one");
    baton.awaitEnd(id);

    assertThat(baton.status(id).isQueueHeld()).isFalse();
    assertThat(worktree(id).resolve("later.txt")).hasContent("one\n");
    assertThat(turns(id))
        .extracting(shown -> shown.turn().index(), ShownTurn::promptPreview)
        .containsExactly(
            tuple(2L, "write later.txt one"), tuple(1L, "write a.txt one"), tuple(0L, "hang"));
  }

  private static void assertRefused(Callable<?> call, Object code, String words) {
    assertThatThrownBy(call::call)
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat((Object) failure.code()).isEqualTo(code);
              assertThat(failure).hasMessageContaining(words);
              assertThat(failure.hint()).isNotBlank();
            });
  }

  @Test
  void what_cannot_be_retried_is_refused_with_the_reason() {
    var unknown = UUID.randomUUID();
    assertRefused(() -> retry(unknown, 0), FailureCode.NOT_FOUND, unknown.toString());
    assertRefused(() -> turns(unknown), FailureCode.NOT_FOUND, unknown.toString());
    var id = ended("say first");
    assertRefused(() -> retry(id, 7), FailureCode.NOT_FOUND, "no turn 7");
    assertRefused(() -> retry(id, -1), FailureCode.NOT_FOUND, "no turn -1");
    assertRefused(() -> retry(id, 0, " "), FailureCode.INVALID_ARGUMENT, "prompt is blank");
    assertRefused(
        () ->
            baton
                .orchestrator()
                .turns()
                .retry(new RetryRequest(id, 0, Optional.empty(), Optional.of("NOPE"))),
        FailureCode.INVALID_ARGUMENT,
        "'NOPE'");
    followUpHanging(id);
    assertRefused(() -> retry(id, 0), BoardFailureCode.ATTEMPT_BUSY, "is running");
    baton.orchestrator().attempts().stop(id, true);
  }

  private void followUpHanging(UUID id) {
    baton.orchestrator().followUps().send(caller(), to(id, "hang"));
  }

  @Test
  void of_two_callers_at_once_one_retries() throws Exception {
    var id = ended("write a.txt one");

    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          callers.invokeAll(
              List.<Callable<String>>of(() -> outcome(id), () -> outcome(id), () -> outcome(id)));
      var outcomes = new ArrayList<String>();
      for (var call : calls) {
        outcomes.add(call.get());
      }
      assertThat(outcomes).containsExactlyInAnyOrder("retried", "attempt_busy", "attempt_busy");
    }
    baton.orchestrator().attempts().stop(id, true);
  }

  private String outcome(UUID id) {
    try {
      retry(id, 0, "hang");
      return "retried";
    } catch (ToolFailure e) {
      return e.code().wireName();
    }
  }

  @Test
  void a_retry_survives_a_restart() {
    var id = ended("write a.txt one");
    followUp(id, "write b.txt two");

    retry(id, 1, "sleep 1", "write c.txt three");
    baton.restart();
    baton.awaitEnd(id);

    assertThat(worktree(id).resolve("b.txt")).doesNotExist();
    assertThat(worktree(id).resolve("c.txt")).hasContent("three\n");
    assertThat(turns(id).getFirst().commitAfter()).contains(git(worktree(id), "rev-parse", "HEAD"));
  }
}
