package dev.baton.orchestrator.board;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Tasks that are done, and have not changed for some time.
 *
 * @param before the time of their last change is earlier
 * @param projectId empty for all projects
 */
public record DoneTasks(Instant before, Optional<UUID> projectId) {
  /** Those that are on the board. */
  public BoardTaskFilter filter() {
    var done = BoardTaskFilter.ALL.in(BoardTaskStatus.DONE);
    return projectId.map(done::ofProject).orElse(done);
  }
}
