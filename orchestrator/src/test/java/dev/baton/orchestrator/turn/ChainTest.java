package dev.baton.orchestrator.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.board.Repo.RepoScripts;
import dev.baton.orchestrator.turn.Chain.ChainStep;
import dev.baton.orchestrator.turn.Chain.ChainStep.Await;
import dev.baton.orchestrator.turn.Chain.ChainStep.Commit;
import dev.baton.orchestrator.turn.Chain.ChainStep.CompareChanges;
import dev.baton.orchestrator.turn.Chain.ChainStep.Fail;
import dev.baton.orchestrator.turn.Chain.ChainStep.RunAgent;
import dev.baton.orchestrator.turn.Chain.ChainStep.RunScript;
import dev.baton.orchestrator.turn.Chain.ChainStep.Succeed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What comes next in a turn. */
class ChainTest {
  private static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");
  private static final UUID ATTEMPT = new UUID(1, 1);
  private static final Repo PLAIN = repo(1, Optional.empty(), Optional.empty());
  private static final Repo FIRST = repo(2, Optional.of("setup"), Optional.of("cleanup"));
  private static final Repo SECOND = repo(3, Optional.of("setup"), Optional.of("cleanup"));

  @Test
  void an_agent_alone_runs_and_is_committed() {
    assertThat(chain(turn(0), List.of(PLAIN)).next()).isEqualTo(new RunAgent());
    var running = process(ProcessReason.CODING_AGENT, ProcessStatus.RUNNING, PLAIN);
    assertThat(chain(turn(0), List.of(PLAIN), running).next()).isEqualTo(new Await(running.id()));
    var done = process(ProcessReason.CODING_AGENT, ProcessStatus.COMPLETED, PLAIN);
    assertThat(chain(turn(0), List.of(PLAIN), done).next()).isEqualTo(new Commit());
  }

  @Test
  void a_project_may_leave_commits_to_the_agent() {
    var done = process(ProcessReason.CODING_AGENT, ProcessStatus.COMPLETED, PLAIN);

    for (var policy : List.of(CommitPolicy.AGENT, CommitPolicy.NONE)) {
      assertThat(new Chain(turn(0), List.of(done), List.of(PLAIN), Set.of(), policy).next())
          .isEqualTo(new Succeed());
    }
  }

  @Test
  void every_script_of_every_repository_runs_once_and_under_its_own_reason() {
    var repos = List.of(FIRST, PLAIN, SECOND);
    var turn = changed(turn(0));
    var processes = new ArrayList<ExecutionProcess>();
    var steps = new ArrayList<ChainStep>();
    for (int step = 0; step < 5; step++) {
      var next = new Chain(turn, processes, repos, Set.of(), CommitPolicy.NONE).next();
      steps.add(next);
      processes.add(completed(next));
    }

    assertThat(steps)
        .containsExactly(
            new RunScript(ProcessReason.SETUP_SCRIPT, FIRST.id()),
            new RunScript(ProcessReason.SETUP_SCRIPT, SECOND.id()),
            new RunAgent(),
            new RunScript(ProcessReason.CLEANUP_SCRIPT, FIRST.id()),
            new RunScript(ProcessReason.CLEANUP_SCRIPT, SECOND.id()));
    assertThat(new Chain(turn, processes, repos, Set.of(), CommitPolicy.NONE).next())
        .isEqualTo(new Succeed());
  }

  @Test
  void a_setup_script_runs_until_it_has_succeeded_once() {
    var repos = List.of(FIRST, SECOND);
    var prepared = new Chain(turn(1), List.of(), repos, Set.of(FIRST.id()), CommitPolicy.AUTO);
    assertThat(prepared.next()).isEqualTo(new RunScript(ProcessReason.SETUP_SCRIPT, SECOND.id()));
    var all = Set.of(FIRST.id(), SECOND.id());
    assertThat(new Chain(turn(1), List.of(), repos, all, CommitPolicy.AUTO).next())
        .isEqualTo(new RunAgent());
  }

  @Test
  void cleanup_scripts_run_only_after_a_change() {
    var agent = process(ProcessReason.CODING_AGENT, ProcessStatus.COMPLETED, PLAIN);
    assertThat(chain(turn(1), List.of(FIRST)).needsPrint()).isTrue();
    assertThat(chain(turn(1), List.of(PLAIN)).needsPrint()).isFalse();
    assertThat(chain(turn(1), List.of(FIRST), agent).next()).isEqualTo(new CompareChanges());
    assertThat(chain(unchanged(turn(1)), List.of(FIRST), agent).next()).isEqualTo(new Commit());
  }

  @Test
  void the_first_failure_ends_the_turn_with_its_words() {
    var failed =
        new ExecutionProcess(
            new UUID(2, 2),
            ATTEMPT,
            Optional.empty(),
            Optional.empty(),
            Optional.of(FIRST.id()),
            ProcessReason.SETUP_SCRIPT,
            ProcessStatus.FAILED,
            Optional.of(7),
            Optional.of("exit code 7"),
            NOW,
            Optional.of(NOW));

    assertThat(chain(turn(0), List.of(FIRST), failed).next()).isEqualTo(new Fail("exit code 7"));
  }

  @Test
  void nothing_is_started_for_a_turn_that_was_stopped() {
    var stopped =
        new Turn(
            new UUID(3, 3),
            ATTEMPT,
            0,
            Optional.empty(),
            "Do it",
            Optional.empty(),
            TurnStatus.ACTIVE,
            NOW,
            Optional.of("stopped"),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            ModelChoice.NONE);

    assertThat(chain(stopped, List.of(FIRST)).next()).isEqualTo(new Fail("stopped"));
    var agent = process(ProcessReason.CODING_AGENT, ProcessStatus.COMPLETED, PLAIN);
    assertThat(chain(stopped, List.of(PLAIN), agent).next()).isEqualTo(new Commit());
  }

  private static Chain chain(Turn turn, List<Repo> repos, ExecutionProcess... processes) {
    return new Chain(turn, List.of(processes), repos, Set.of(), CommitPolicy.AUTO);
  }

  private static ExecutionProcess completed(ChainStep step) {
    return step instanceof RunScript(ProcessReason reason, UUID repoId)
        ? process(reason, ProcessStatus.COMPLETED, repoId.equals(FIRST.id()) ? FIRST : SECOND)
        : process(ProcessReason.CODING_AGENT, ProcessStatus.COMPLETED, PLAIN);
  }

  private static ExecutionProcess process(ProcessReason reason, ProcessStatus status, Repo repo) {
    return new ExecutionProcess(
        UUID.randomUUID(),
        ATTEMPT,
        Optional.empty(),
        Optional.empty(),
        reason == ProcessReason.CODING_AGENT ? Optional.empty() : Optional.of(repo.id()),
        reason,
        status,
        Optional.empty(),
        Optional.empty(),
        NOW,
        Optional.empty());
  }

  private static Turn turn(long index) {
    return Turn.queued(
        new UUID(3, 3), ATTEMPT, index, new TurnPrompt("Do it", Optional.empty()), NOW);
  }

  private static Turn changed(Turn turn) {
    return compared(turn, true);
  }

  private static Turn unchanged(Turn turn) {
    return compared(turn, false);
  }

  private static Turn compared(Turn turn, boolean hasChanged) {
    return new Turn(
        turn.id(),
        ATTEMPT,
        turn.index(),
        Optional.empty(),
        turn.promptText(),
        Optional.empty(),
        TurnStatus.ACTIVE,
        NOW,
        Optional.empty(),
        false,
        Optional.of("print"),
        Optional.of(hasChanged),
        Optional.empty(),
        Optional.empty(),
        ModelChoice.NONE);
  }

  private static Repo repo(int number, Optional<String> setup, Optional<String> cleanup) {
    return new Repo(
        new UUID(9, number),
        new UUID(8, 8),
        "repo" + number,
        Path.of("/repo" + number),
        "main",
        new RepoScripts(setup, cleanup, Optional.empty(), List.of()),
        NOW);
  }
}
