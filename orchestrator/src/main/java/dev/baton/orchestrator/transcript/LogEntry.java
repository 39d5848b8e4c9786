package dev.baton.orchestrator.transcript;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * One entry of a log.
 *
 * @param index rises by one over all processes of an attempt, per channel
 * @param type the wire name: {@code stdout} or {@code stderr}, or the kind of a normalised entry
 * @param continues true if the next entry goes on with the same line
 * @param replaces the index of the entry that this one takes the place of
 * @param tool the tool call of a {@code tool_use} entry
 */
public record LogEntry(
    long index,
    UUID processId,
    Instant timestamp,
    String type,
    String content,
    boolean continues,
    Optional<Long> replaces,
    Optional<ToolUse> tool) {
  /** What stands in few entries: that it goes on, and what it replaces. */
  private static final int MARK_BYTES = 40;

  /** About how many bytes of JSON this becomes. */
  public int jsonSize() {
    return JsonBytes.ofItem(
            "entry_index", index,
            "execution_process_id", processId,
            "timestamp", timestamp,
            "type", type,
            "content", content)
        + (continues || replaces.isPresent() ? MARK_BYTES : 0)
        + tool.map(use -> ToolUseJson.write(use).getBytes(UTF_8).length).orElse(0);
  }

  /**
   * A tool call of an agent.
   *
   * @param result what came out, as text
   */
  public record ToolUse(
      String id,
      String name,
      String kind,
      String status,
      Optional<JsonNode> input,
      Optional<String> result) {}
}
