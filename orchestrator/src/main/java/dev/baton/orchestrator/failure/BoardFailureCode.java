package dev.baton.orchestrator.failure;

import dev.baton.mcp.tool.FailureCode;

/** Why an operation of the board failed, beside the reasons that any tool can have. */
public final class BoardFailureCode {
  public static final FailureCode MIXED_PAGINATION = new FailureCode("mixed_pagination", false);
  public static final FailureCode NO_SESSION = new FailureCode("no_session", true);
  public static final FailureCode ATTEMPT_BUSY = FailureCode.BUSY;
  public static final FailureCode EXECUTOR_UNAVAILABLE =
      new FailureCode("executor_unavailable", false);
  public static final FailureCode EXECUTOR_NOT_FOUND = new FailureCode("executor_not_found", false);
  public static final FailureCode SESSION_LOST = new FailureCode("session_lost", true);
  public static final FailureCode TARGET_DIRTY = new FailureCode("target_dirty", false);
  public static final FailureCode IDEMPOTENCY_CONFLICT =
      new FailureCode("idempotency_conflict", false);
  public static final FailureCode IDEMPOTENCY_IN_PROGRESS =
      new FailureCode("idempotency_in_progress", true);
  public static final FailureCode GIT_CONFLICT = new FailureCode("git_conflict", false);
  public static final FailureCode ATTEMPT_FAILED = new FailureCode("attempt_failed", false);
  public static final FailureCode NODE_UNAVAILABLE = new FailureCode("node_unavailable", true);

  /** The task waits for others. */
  public static final FailureCode BLOCKED = new FailureCode("blocked", false);

  /** The host of the repository cannot be used, or not by this user. */
  public static final FailureCode FORGE_UNAVAILABLE = new FailureCode("forge_unavailable", false);

  /** The same for a reason that passes by itself. */
  public static final FailureCode FORGE_UNREACHABLE =
      new FailureCode(FORGE_UNAVAILABLE.wireName(), true);

  /** What may be spent is spent. */
  public static final FailureCode BUDGET_EXCEEDED = new FailureCode("budget_exceeded", false);

  private BoardFailureCode() {}
}
