package dev.baton.orchestrator.transcript;

import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * A prompt, or the agent's own words.
 *
 * @param processId the agent's process
 * @param isTruncated true if the content was longer than a message may be
 */
public record SessionMessage(
    long index, Role role, String content, UUID processId, Instant timestamp, boolean isTruncated) {

  /** The longest content, in bytes of UTF-8. */
  public static final int MAX_BYTES = 8 * 1024;

  /** Whether a content has the length of a message. */
  public static boolean isContent(String text) {
    return Utf8.cut(text, MAX_BYTES).length() == text.length();
  }

  /** A message that has no index yet; its content is cut if it is too long. */
  public static SessionMessage of(Role role, String content, UUID processId, Instant timestamp) {
    var cut = Utf8.cut(content, MAX_BYTES);
    return new SessionMessage(-1, role, cut, processId, timestamp, cut.length() < content.length());
  }

  /** Who speaks. */
  public enum Role {
    USER,
    ASSISTANT;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
