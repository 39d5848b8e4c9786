package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.board.Repo.RepoScripts;
import dev.baton.orchestrator.store.Tables;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The order of things in a turn: setup scripts until they have succeeded once, the agent, cleanup
 * scripts if it changed something, then the commit. The next step follows from what is recorded and
 * from nothing else, so that it can be found again after a restart.
 *
 * @param processes what was started for the turn, in order
 * @param repos the repositories of the attempt, in order
 * @param preparedRepos those whose setup script has succeeded in this attempt
 */
record Chain(
    Turn turn,
    List<ExecutionProcess> processes,
    List<Repo> repos,
    Set<UUID> preparedRepos,
    CommitPolicy commitPolicy) {
  /** What a turn does next. */
  sealed interface ChainStep {
    /** A program was recorded: see that it runs, and wait for its end. */
    record Await(UUID processId) implements ChainStep {}

    record RunScript(ProcessReason reason, UUID repoId) implements ChainStep {}

    record RunAgent() implements ChainStep {}

    /** See whether the agent changed the workspace. */
    record CompareChanges() implements ChainStep {}

    /** Commit what the agent left uncommitted. */
    record Commit() implements ChainStep {}

    /** Everything that belongs to the turn has run. */
    record Succeed() implements ChainStep {}

    record Fail(String summary) implements ChainStep {}
  }

  Chain {
    preparedRepos = Set.copyOf(preparedRepos);
    processes = List.copyOf(processes);
    repos = List.copyOf(repos);
  }

  /** The chain of a turn for which these were started. */
  static Chain load(
      Tables tables, Turn turn, List<ExecutionProcess> processes, CommitPolicy commitPolicy) {
    return new Chain(
        turn,
        processes,
        tables.projects().listReposOfAttempt(turn.attemptId()),
        tables.processes().listPreparedRepos(turn.attemptId()),
        commitPolicy);
  }

  /** What a turn begins with; never with a commit, so that no policy for commits is asked. */
  static ChainStep first(Tables tables, Turn turn) {
    return load(tables, turn, List.of(), CommitPolicy.NONE).next();
  }

  ChainStep next() {
    var running = processes.stream().filter(ExecutionProcess::isRunning).findFirst();
    if (running.isPresent()) {
      return new ChainStep.Await(running.get().id());
    }
    return findFailure()
        .<ChainStep>map(ChainStep.Fail::new)
        .orElseGet(() -> unlessStopped(nextStep()));
  }

  private Optional<String> findFailure() {
    return processes.stream()
        .filter(process -> process.status() != ProcessStatus.COMPLETED)
        .map(process -> process.failureSummary().orElse("failed"))
        .findFirst();
  }

  /** A stop lets no program start; a turn whose programs are all done ends as it would. */
  private ChainStep unlessStopped(ChainStep step) {
    return switch (step) {
      case ChainStep.RunScript _, ChainStep.RunAgent _ ->
          turn.stopReason().<ChainStep>map(ChainStep.Fail::new).orElse(step);
      case ChainStep.Await _,
          ChainStep.CompareChanges _,
          ChainStep.Commit _,
          ChainStep.Succeed _,
          ChainStep.Fail _ ->
          step;
    };
  }

  private ChainStep nextStep() {
    if (hasRun(ProcessReason.CODING_AGENT)) {
      return afterAgent();
    }
    return findScript(ProcessReason.SETUP_SCRIPT, repo -> !preparedRepos.contains(repo))
        .<ChainStep>map(repo -> new ChainStep.RunScript(ProcessReason.SETUP_SCRIPT, repo))
        .orElseGet(ChainStep.RunAgent::new);
  }

  /** Whether the workspace has to be looked at before the agent is started. */
  boolean needsPrint() {
    return hasCleanup() && turn.changesBefore().isEmpty();
  }

  private ChainStep afterAgent() {
    if (hasCleanup() && turn.hasChanged().isEmpty()) {
      return new ChainStep.CompareChanges();
    }
    var cleanup =
        turn.hasChanged().orElse(false)
            ? findScript(ProcessReason.CLEANUP_SCRIPT, _ -> true)
            : Optional.<UUID>empty();
    if (cleanup.isPresent()) {
      return new ChainStep.RunScript(ProcessReason.CLEANUP_SCRIPT, cleanup.get());
    }
    return commitPolicy == CommitPolicy.AUTO && !turn.isCommitted()
        ? new ChainStep.Commit()
        : new ChainStep.Succeed();
  }

  private boolean hasCleanup() {
    return repos.stream().anyMatch(repo -> repo.scripts().cleanup().isPresent());
  }

  private boolean hasRun(ProcessReason reason) {
    return processes.stream().anyMatch(process -> process.reason() == reason);
  }

  /** The first repository whose script has not run in this turn. */
  private Optional<UUID> findScript(ProcessReason reason, Predicate<UUID> isDue) {
    Function<RepoScripts, Optional<String>> script =
        reason == ProcessReason.SETUP_SCRIPT ? RepoScripts::setup : RepoScripts::cleanup;
    return repos.stream()
        .filter(repo -> script.apply(repo.scripts()).isPresent())
        .map(Repo::id)
        .filter(isDue)
        .filter(
            repo ->
                processes.stream()
                    .noneMatch(
                        process ->
                            process.reason() == reason
                                && process.repoId().equals(Optional.of(repo))))
        .findFirst();
  }
}
