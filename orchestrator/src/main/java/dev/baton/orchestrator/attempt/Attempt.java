package dev.baton.orchestrator.attempt;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One try at a task: a workspace, and the sessions and processes in it.
 *
 * @param root the directory of the workspace
 * @param epoch rises with every claim; a write that carries an older one does nothing
 * @param isQueueHeld true if queued messages wait until somebody goes on
 * @param hasWorkspace true once the worktrees were made
 * @param home the server that has its workspace
 * @param lines what it had changed when its last turn ended; empty if nobody knows
 * @param conflict what was in the way of a merge when somebody last looked
 */
public record Attempt(
    UUID id,
    UUID taskId,
    UUID projectId,
    String branch,
    Path root,
    String executor,
    AttemptState state,
    long epoch,
    boolean isQueueHeld,
    boolean hasWorkspace,
    Optional<String> home,
    Instant createdAt,
    Instant updatedAt,
    Optional<Instant> lastActivityAt,
    Optional<LineCounts> lines,
    Optional<TargetConflict> conflict) {

  public boolean isRunning() {
    return state instanceof AttemptState.Running;
  }

  /** The server that drives it now. */
  public Optional<String> node() {
    return home.filter(_ -> isRunning());
  }
}
