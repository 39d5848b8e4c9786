package dev.baton.orchestrator.transcript;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An entry that has no index yet.
 *
 * @param key names what it speaks of within its process; a later one with the same key replaces it;
 *     empty if none will
 */
public record NewEntry(
    UUID processId,
    Instant timestamp,
    String type,
    String content,
    boolean continues,
    Optional<Long> replaces,
    Optional<LogEntry.ToolUse> tool,
    Optional<String> key) {

  /** A line that a program printed, or a piece of one. */
  public static NewEntry raw(
      UUID processId, Instant timestamp, String type, String content, boolean continues) {
    return new NewEntry(
        processId,
        timestamp,
        type,
        content,
        continues,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Something that Baton itself has to say about a process. */
  public static NewEntry system(UUID processId, Instant timestamp, String content) {
    return raw(processId, timestamp, "system_message", content, false);
  }

  /** The same, in the place of an earlier one. */
  public NewEntry replacing(long index) {
    return new NewEntry(
        processId, timestamp, type, content, continues, Optional.of(index), tool, key);
  }
}
