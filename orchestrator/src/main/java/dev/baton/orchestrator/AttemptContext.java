package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.Project;
import java.util.List;
import java.util.UUID;

/** Where an agent finds itself. */
public record AttemptContext(
    Project project,
    BoardTask task,
    UUID attemptId,
    String workspaceBranch,
    List<AttemptRepo> repos) {
  public AttemptContext {
    repos = List.copyOf(repos);
  }
}
