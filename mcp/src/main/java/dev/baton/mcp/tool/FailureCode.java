package dev.baton.mcp.tool;

/**
 * Why a tool failed, in a word that stays the same from release to release. Here are the codes of
 * this library; a program adds its own. Immutable, thread safe.
 *
 * @param wireName lower case, with {@code _} between words
 * @param retryable true if the call may succeed later, as it is or with the change that the hint
 *     names
 */
public record FailureCode(String wireName, boolean retryable) {
  public static final FailureCode NOT_FOUND = new FailureCode("not_found", false);
  public static final FailureCode INVALID_ARGUMENT = new FailureCode("invalid_argument", false);
  public static final FailureCode AMBIGUOUS_TARGET = new FailureCode("ambiguous_target", false);

  /** Somebody else works on it now. */
  // why attempt: what was busy in the first release was an attempt, and clients know the word
  public static final FailureCode BUSY = new FailureCode("attempt_busy", true);

  public static final FailureCode ALREADY_DONE = new FailureCode("already_done", false);
  public static final FailureCode STORAGE_UNAVAILABLE =
      new FailureCode("storage_unavailable", true);
  public static final FailureCode INTERNAL = new FailureCode("internal", false);

  public FailureCode {
    if (!wireName.matches("[a-z]+(_[a-z]+)*")) {
      throw new IllegalArgumentException(
          "'%s' is no code: use lower case letters, with _ between words".formatted(wireName));
    }
  }

  @Override
  public String toString() {
    return wireName;
  }
}
