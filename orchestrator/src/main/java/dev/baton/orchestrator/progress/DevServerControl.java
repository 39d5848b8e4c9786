package dev.baton.orchestrator.progress;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.Interrupted;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.DevServers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Starts and stops the dev servers of attempts; they run beside the attempt and never count.
 * Scripts run code: for people only. Thread safe.
 */
public final class DevServerControl {
  /** A dev server that was started, and the repository whose script it runs. */
  public record DevServer(UUID repoId, String repoName, UUID executionProcessId) {}

  private final Store store;
  private final Node node;
  private final DevServers servers;

  public DevServerControl(Store store, Node node, DevServers servers) {
    this.store = store;
    this.node = node;
    this.servers = servers;
  }

  public List<DevServer> start(UUID attemptId) {
    var attempt = store.read(tables -> CallSubject.attemptOf(node, tables, attemptId));
    var repos =
        store.read(tables -> tables.projects().listReposOfAttempt(attemptId)).stream()
            .filter(repo -> repo.scripts().devServer().isPresent())
            .toList();
    if (repos.isEmpty()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "No repo of attempt %s has a dev server".formatted(attemptId),
          "Set one with set_repo in dev_server (baton repo set REPO_ID --dev-server 'npm run dev'),"
              + " then repeat");
    }
    try {
      var started = servers.start(node, attempt, repos);
      if (started.isEmpty()) {
        throw alreadyRuns(attemptId);
      }
      return started.stream().map(process -> describe(process, repos)).toList();
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "start_dev_server", "tail_attempt_logs for " + attemptId);
    }
  }

  private static DevServer describe(ExecutionProcess process, List<Repo> repos) {
    return repos.stream()
        .filter(repo -> process.repoId().equals(Optional.of(repo.id())))
        .map(repo -> new DevServer(repo.id(), repo.name(), process.id()))
        .findFirst()
        .orElseThrow();
  }

  private static ToolFailure alreadyRuns(UUID attemptId) {
    return new ToolFailure(
        FailureCode.ALREADY_DONE,
        "The dev server of attempt %s runs already".formatted(attemptId),
        "Read its output with tail_attempt_logs, or end it with stop_dev_server and repeat",
        Map.of("attempt_id", attemptId));
  }

  /** Returns how many processes were ended, when they have. */
  public int stop(UUID attemptId) {
    store.read(tables -> CallSubject.attemptOf(node, tables, attemptId));
    try {
      var report = servers.stop(attemptId);
      if (!report.survivors().isEmpty()) {
        throw new ToolFailure(
            FailureCode.INTERNAL,
            "The dev server of attempt %s could not be stopped: %s"
                .formatted(attemptId, String.join("; ", report.survivors())),
            "Call stop_dev_server again; if it fails too, end the processes by hand",
            Map.of("survivors", report.survivors()));
      }
      return report.stopped();
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "stop_dev_server", "tail_attempt_logs for " + attemptId);
    }
  }
}
