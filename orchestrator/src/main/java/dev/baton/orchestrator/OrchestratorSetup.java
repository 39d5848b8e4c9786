package dev.baton.orchestrator;

import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.dispatch.RunLimits;
import dev.baton.orchestrator.process.StopPatience;
import dev.baton.orchestrator.workspace.ChangeLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What an orchestrator needs to know.
 *
 * @param dataDirectory where worktrees and the output of agents are
 * @param executors asked at every use, since settings change
 * @param server where agents reach this server, if it can be reached
 * @param approvalTime how long agents wait for an answer; empty means for ever
 * @param departure how long an agent may stay after its turn
 */
public record OrchestratorSetup(
    Path dataDirectory,
    Supplier<AgentCatalogue> executors,
    Supplier<Optional<URI>> server,
    RunLimits runLimits,
    ChangeLimits changeLimits,
    StopPatience stopPatience,
    Duration departure,
    Optional<Duration> approvalTime,
    Clock clock) {
  private static final Duration DEPARTURE = Duration.ofSeconds(10);

  /** The usual settings. */
  public static OrchestratorSetup of(Path dataDirectory, Supplier<AgentCatalogue> executors) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        Optional::empty,
        RunLimits.DEFAULT,
        ChangeLimits.DEFAULT,
        StopPatience.DEFAULT,
        DEPARTURE,
        Optional.empty(),
        Clock.systemUTC());
  }

  public OrchestratorSetup withServer(Supplier<Optional<URI>> value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        value,
        runLimits,
        changeLimits,
        stopPatience,
        departure,
        approvalTime,
        clock);
  }

  public OrchestratorSetup withRunLimits(RunLimits value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        value,
        changeLimits,
        stopPatience,
        departure,
        approvalTime,
        clock);
  }

  public OrchestratorSetup withChangeLimits(ChangeLimits value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        runLimits,
        value,
        stopPatience,
        departure,
        approvalTime,
        clock);
  }

  public OrchestratorSetup withStopPatience(StopPatience value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        runLimits,
        changeLimits,
        value,
        departure,
        approvalTime,
        clock);
  }

  public OrchestratorSetup withApprovalTime(Duration value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        runLimits,
        changeLimits,
        stopPatience,
        departure,
        Optional.of(value),
        clock);
  }
}
