package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.FailureCode;

/** What kind of failure a caller of this package has to expect. */
public enum WorkspaceProblem {
  /** Two sides changed the same lines. */
  GIT_CONFLICT(FailureCode.GIT_CONFLICT),
  /** A checkout of the target branch has changes, or a git operation under way. */
  TARGET_DIRTY(FailureCode.TARGET_DIRTY),
  /** A repository, branch or directory is not there. */
  NOT_FOUND(FailureCode.NOT_FOUND),
  /** The caller asked for something that cannot be. */
  INVALID_ARGUMENT(FailureCode.INVALID_ARGUMENT),
  /** Another program holds a lock; the same call may succeed later. */
  BUSY(FailureCode.ATTEMPT_BUSY);

  private final FailureCode code;

  WorkspaceProblem(FailureCode code) {
    this.code = code;
  }

  /** The code that a tool answers with. */
  public FailureCode code() {
    return code;
  }
}
