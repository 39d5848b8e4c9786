package dev.baton.orchestrator.cost;

import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/**
 * Selects costs, and groups them.
 *
 * @param since the first day
 */
public record CostQuery(Optional<UUID> projectId, Optional<UUID> taskId, LocalDate since) {
  /** What costs are summed by; the key of a sum has its parts with a space between. */
  public enum By {
    ALL("'all'"),
    DAY("c.day"),
    // why with an empty text: else SQLite goes through all days in the order of these
    PROJECT("c.project_id || ''", "select id, name from project where id in (%s) order by id"),
    TASK(
        "c.task_id || ''",
        """
        select t.id, (select p.name from project p where p.id = t.project_id)
          || '#' || t.number || ' ' || t.title as name
        from board_task t where t.id in (%s) order by t.id
        """),
    ATTEMPT(
        "c.attempt_id || ''",
        "select id, branch as name from attempt where id in (%s) order by id"),
    EXECUTOR("c.executor || ' ' || c.variant"),
    PROJECT_AND_EXECUTOR("c.project_id || ' ' || c.executor || ' ' || c.variant"),
    DAY_AND_EXECUTOR("c.day || ' ' || c.executor"),
    DAY_AND_PROJECT("c.day || ' ' || c.project_id");

    private final String key;
    private final String names;

    By(String key) {
      this(key, "");
    }

    By(String key, String names) {
      this.key = key;
      this.names = names;
    }

    /** Asks the database what people call things with some ids; empty if a key is no id. */
    public String names() {
      return names;
    }

    /** The expression of the database. */
    public String key() {
      return key;
    }
  }
}
