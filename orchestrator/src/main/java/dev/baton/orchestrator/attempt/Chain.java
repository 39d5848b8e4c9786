package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.board.RepoScripts;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The order of things in a turn: setup scripts before the first, the agent, cleanup scripts if it
 * changed something, then the commit. The next step follows from what is recorded and from nothing
 * else, so that it can be found again after a restart.
 *
 * @param processes what was started for the turn, in order
 * @param repos the repositories of the attempt, in order
 */
public record Chain(
    Turn turn, List<ExecutionProcess> processes, List<Repo> repos, CommitPolicy commitPolicy) {
  public Chain {
    processes = List.copyOf(processes);
    repos = List.copyOf(repos);
  }

  public ChainStep next() {
    var running = processes.stream().filter(ExecutionProcess::isRunning).findFirst();
    if (running.isPresent()) {
      return new ChainStep.Await(running.get().id());
    }
    return findFailure().<ChainStep>map(ChainStep.Fail::new).orElseGet(this::nextProcess);
  }

  private Optional<String> findFailure() {
    var failed =
        processes.stream()
            .filter(process -> process.status() != ProcessStatus.COMPLETED)
            .map(process -> process.failureSummary().orElse("failed"))
            .findFirst();
    return failed.or(turn::stopReason);
  }

  private ChainStep nextProcess() {
    var setup = turn.isFirst() ? findScript(ProcessReason.SETUPSCRIPT) : Optional.<UUID>empty();
    if (setup.isPresent()) {
      return new ChainStep.RunScript(ProcessReason.SETUPSCRIPT, setup.get());
    }
    return hasRun(ProcessReason.CODINGAGENT) ? afterAgent() : new ChainStep.RunAgent();
  }

  /** Whether the workspace has to be looked at before the agent is started. */
  public boolean needsPrint() {
    return hasCleanup() && turn.changesBefore().isEmpty();
  }

  private ChainStep afterAgent() {
    if (hasCleanup() && turn.hasChanged().isEmpty()) {
      return new ChainStep.CompareChanges();
    }
    var cleanup =
        turn.hasChanged().orElse(false)
            ? findScript(ProcessReason.CLEANUPSCRIPT)
            : Optional.<UUID>empty();
    if (cleanup.isPresent()) {
      return new ChainStep.RunScript(ProcessReason.CLEANUPSCRIPT, cleanup.get());
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
  private Optional<UUID> findScript(ProcessReason reason) {
    Function<RepoScripts, Optional<String>> script =
        reason == ProcessReason.SETUPSCRIPT ? RepoScripts::setup : RepoScripts::cleanup;
    return repos.stream()
        .filter(repo -> script.apply(repo.scripts()).isPresent())
        .map(Repo::id)
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
