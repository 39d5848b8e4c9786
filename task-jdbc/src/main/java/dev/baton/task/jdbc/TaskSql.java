package dev.baton.task.jdbc;

/** Every statement of the task store. */
final class TaskSql {
  private static final String COLUMNS =
      "id, owner, kind, status, created_at, updated_at, expires_at, poll_interval, version, body";

  static final String INSERT =
      """
      insert into mcp_task
        (status, updated_at, expires_at, poll_interval, version, body,
         live, held, expiry_hour, id, owner, kind, created_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** Replaces a task in all that no index holds. */
  static final String REPLACE =
      """
      update mcp_task
      set status = ?, updated_at = ?, expires_at = ?, poll_interval = ?, version = ?, body = ?
      where id = ? and owner = ? and version = ? and expires_at > ?
      """;

  /** Replaces a task in all. */
  static final String REPLACE_ALL =
      """
      update mcp_task
      set status = ?, updated_at = ?, expires_at = ?, poll_interval = ?, version = ?, body = ?,
        live = ?, held = ?, expiry_hour = ?
      where id = ? and owner = ? and version = ? and expires_at > ?
      """;

  static final String FIND =
      "select " + COLUMNS + " from mcp_task where id = ? and owner = ? and expires_at > ?";

  /** How many live tasks an owner has, counted no further than the limit. */
  static final String COUNT_LIVE =
      """
      select count(*) from (
        select 1 from mcp_task where owner = ? and live = 1 and expires_at > ? limit ?
      ) as counted
      """;

  static final String LIST = page("owner = ?");

  static final String LIST_LIVE = page("owner = ? and live = 1");

  static final String LIST_HELD = page("kind = ? and held = 1");

  static final String LIST_EXPIRED =
      "select id from mcp_task where expiry_hour <= ? and expires_at <= ? limit ?";

  /** Removes no more tasks at once than its last parameter says. */
  static final String SWEEP =
      "delete from mcp_task where id in (" + LIST_EXPIRED + ") returning id";

  static final String PUT_RESULT =
      """
      insert into mcp_task_result (task_id, name, value) values (?, ?, ?)
      on conflict (task_id, name) do update set value = excluded.value
      """;

  static final String REMOVE_RESULT = "delete from mcp_task_result where task_id = ? and name = ?";

  static final String FIND_RESULT =
      """
      select result.value
      from mcp_task task join mcp_task_result result on result.task_id = task.id
      where task.id = ? and task.owner = ? and task.expires_at > ? and result.name = ?
      """;

  private TaskSql() {}

  // why: the first condition on created_at is one that an index can be searched by
  private static String page(String whose) {
    return """
        select %s from mcp_task
        where %s and created_at <= ? and (created_at < ? or id > ?) and expires_at > ?
        order by created_at desc, id asc
        limit ?
        """
        .formatted(COLUMNS, whose);
  }
}
