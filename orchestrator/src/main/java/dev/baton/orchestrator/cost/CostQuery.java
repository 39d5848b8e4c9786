package dev.baton.orchestrator.cost;

import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/**
 * Which costs are asked for.
 *
 * @param since the first day
 */
public record CostQuery(Optional<UUID> projectId, Optional<UUID> taskId, LocalDate since) {
  /** What costs are summed by; the key of a sum has its parts with a space between. */
  public enum By {
    ALL("'all'"),
    DAY("c.day"),
    // why with an empty text: else SQLite goes through all days in the order of these
    PROJECT("c.project_id || ''"),
    TASK("c.task_id || ''"),
    ATTEMPT("c.attempt_id || ''"),
    EXECUTOR("c.executor || ' ' || c.variant"),
    DAY_AND_EXECUTOR("c.day || ' ' || c.executor"),
    DAY_AND_PROJECT("c.day || ' ' || c.project_id");

    private final String key;

    By(String key) {
      this.key = key;
    }

    /** The expression of the database. */
    public String key() {
      return key;
    }
  }
}
