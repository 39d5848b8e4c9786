package dev.baton.mcp.tool;

import java.util.Locale;

/** Why a tool failed, in words that stay the same from release to release. */
public enum FailureCode {
  NOT_FOUND(false),
  INVALID_ARGUMENT(false),
  AMBIGUOUS_TARGET(false),
  MIXED_PAGINATION(false),
  NO_SESSION(true),
  ATTEMPT_BUSY(true),
  EXECUTOR_UNAVAILABLE(false),
  EXECUTOR_NOT_FOUND(false),
  SESSION_LOST(true),
  TARGET_DIRTY(false),
  IDEMPOTENCY_CONFLICT(false),
  IDEMPOTENCY_IN_PROGRESS(true),
  GIT_CONFLICT(false),
  ALREADY_DONE(false),
  ATTEMPT_FAILED(false),
  NODE_UNAVAILABLE(true),
  STORAGE_UNAVAILABLE(true),
  INTERNAL(false);

  private final boolean retryable;

  FailureCode(boolean retryable) {
    this.retryable = retryable;
  }

  /** True if the call may succeed later, as it is or with the change that the hint names. */
  public boolean retryable() {
    return retryable;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
