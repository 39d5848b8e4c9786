package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.process.AgentEnvironment;
import dev.baton.orchestrator.process.DetachedCommand;
import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.workspace.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The scripts of repositories as programs of an attempt. Thread safe. */
final class Scripts {
  private final Store store;

  Scripts(Store store) {
    this.store = store;
  }

  DetachedCommand command(Attempt attempt, ProcessDetail process, Workspace workspace) {
    var repo = repo(process);
    return new DetachedCommand(
        process.id(),
        List.of("sh", "-c", script(process, repo)),
        directory(workspace, repo),
        variables(attempt),
        new ProgramInput.Nothing());
  }

  private Repo repo(ProcessDetail process) {
    var repoId = process.process().repoId().orElseThrow();
    return store.read(tables -> tables.projects().findRepo(repoId)).orElseThrow();
  }

  private static Path directory(Workspace workspace, Repo repo) {
    return workspace.worktree(workspace.repo(repo.name()));
  }

  private static String script(ProcessDetail process, Repo repo) {
    var scripts = repo.scripts();
    return switch (process.process().reason()) {
      case SETUP_SCRIPT -> scripts.setup().orElse("true");
      case CLEANUP_SCRIPT -> scripts.cleanup().orElse("true");
      case DEV_SERVER -> scripts.devServer().orElse("true");
      case CODING_AGENT -> throw new IllegalArgumentException("An agent is no script");
    };
  }

  /** What the program is called in the log of its attempt. */
  String name(ProcessDetail process) {
    var name =
        process.process().repoId().isPresent() ? repo(process).name() : "a removed repository";
    return switch (process.process().reason()) {
      case SETUP_SCRIPT -> "Setup script of " + name;
      case CLEANUP_SCRIPT -> "Cleanup script of " + name;
      case DEV_SERVER -> "Dev server of " + name;
      case CODING_AGENT -> ProcessReason.CODING_AGENT.wireName();
    };
  }

  private static Map<String, String> variables(Attempt attempt) {
    return AgentEnvironment.from(System.getenv())
        .with("BATON_ATTEMPT_ID", attempt.id().toString())
        .with("BATON_TASK_ID", attempt.taskId().toString())
        .with("BATON_BRANCH", attempt.branch())
        .variables();
  }
}
