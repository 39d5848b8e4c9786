package dev.baton.orchestrator.store;

import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.NewEntry;
import dev.baton.orchestrator.transcript.ToolUseJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The two logs of an attempt. */
public final class LogTable {
  static final String OLDER =
      """
      select * from log_entry where attempt_id = ? and channel = ? and entry_index < ?
      order by entry_index desc limit ?
      """;

  static final String NEWER =
      """
      select * from log_entry where attempt_id = ? and channel = ? and entry_index > ?
      order by entry_index limit ?
      """;

  private static final String INSERT =
      """
      insert into log_entry (attempt_id, channel, entry_index, process_id, logged_at, type, content,
        continues, replaces, tool, entry_key)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private final Sql sql;

  LogTable(Sql sql) {
    this.sql = sql;
  }

  /**
   * Adds entries after the newest one.
   *
   * @return the index of the first
   */
  public long add(UUID attemptId, LogChannel channel, List<NewEntry> entries, Instant now) {
    return add(attemptId, channel, entries, Optional.of(now));
  }

  /** The same for what counts as no activity of the attempt. */
  public long addBeside(UUID attemptId, LogChannel channel, List<NewEntry> entries) {
    return add(attemptId, channel, entries, Optional.empty());
  }

  private long add(
      UUID attemptId, LogChannel channel, List<NewEntry> entries, Optional<Instant> activity) {
    long first = nextIndex(attemptId, channel);
    var rows = new ArrayList<Object[]>();
    for (var entry : entries) {
      rows.add(
          new Object[] {
            attemptId,
            number(channel),
            first + rows.size(),
            entry.processId(),
            entry.timestamp(),
            entry.type(),
            entry.content(),
            entry.continues(),
            entry.replaces(),
            entry.tool().map(ToolUseJson::write),
            entry.key()
          });
    }
    sql.insertAll(INSERT, rows);
    sql.update(
        "update attempt set %s = ? where id = ?".formatted(counter(channel)),
        first + rows.size(),
        attemptId);
    activity.ifPresent(
        now -> sql.update("update attempt set last_activity_at = ? where id = ?", now, attemptId));
    return first;
  }

  public long count(UUID attemptId) {
    return sql.number("select count(*) as value from log_entry where attempt_id = ?", attemptId);
  }

  /** Deletes both logs of an attempt, and returns how many entries they had; none is reused. */
  public long delete(UUID attemptId) {
    return sql.update("delete from log_entry where attempt_id = ?", attemptId);
  }

  /** One more than the index of the newest entry. */
  public long nextIndex(UUID attemptId, LogChannel channel) {
    return sql.number(
        "select %s as value from attempt where id = ?".formatted(counter(channel)), attemptId);
  }

  /** At most so many entries, oldest first when newer ones are asked for, else newest first. */
  public List<LogEntry> list(UUID attemptId, LogChannel channel, Tail tail, int most) {
    return tail.after().isPresent()
        ? sql.list(NEWER, LogTable::entry, attemptId, number(channel), tail.after().get(), most)
        : sql.list(
            OLDER,
            LogTable::entry,
            attemptId,
            number(channel),
            tail.cursor().orElse(Long.MAX_VALUE),
            most);
  }

  /** Where the newest entries of a process are, by the key that a reader gave them. */
  public Map<String, Long> listKeys(UUID attemptId, UUID processId, int most) {
    var keys = new LinkedHashMap<String, Long>();
    var rows =
        sql.list(
            OLDER,
            row ->
                Map.entry(
                    row.id("process_id"),
                    Map.entry(row.findText("entry_key"), row.number("entry_index"))),
            attemptId,
            number(LogChannel.NORMALIZED),
            Long.MAX_VALUE,
            most);
    for (var row : rows.reversed()) {
      if (row.getKey().equals(processId)) {
        row.getValue().getKey().ifPresent(key -> keys.put(key, row.getValue().getValue()));
      }
    }
    return keys;
  }

  static LogEntry entry(Row row) {
    return new LogEntry(
        row.number("entry_index"),
        row.id("process_id"),
        row.time("logged_at"),
        row.text("type"),
        row.text("content"),
        row.flag("continues"),
        row.findNumber("replaces"),
        row.findText("tool").map(ToolUseJson::read));
  }

  private static int number(LogChannel channel) {
    return switch (channel) {
      case NORMALIZED -> 0;
      case RAW -> 1;
    };
  }

  private static String counter(LogChannel channel) {
    return switch (channel) {
      case NORMALIZED -> "next_normalized_index";
      case RAW -> "next_raw_index";
    };
  }
}
