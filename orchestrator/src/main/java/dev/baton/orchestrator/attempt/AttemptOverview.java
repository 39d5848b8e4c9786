package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.board.BoardTaskOverview.LatestSession;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** An attempt as a list of attempts shows it. */
public record AttemptOverview(
    UUID attemptId,
    UUID taskId,
    String taskTitle,
    String workspaceBranch,
    AttemptState.Name state,
    Instant createdAt,
    Instant updatedAt,
    Optional<LatestSession> latestSession) {
  /**
   * Which attempts a list shows.
   *
   * @param projectId all projects if there is none
   * @param states all states if there are none
   */
  public record Filter(Optional<UUID> projectId, List<AttemptState.Name> states) {
    public Filter {
      states = List.copyOf(states);
    }
  }
}
