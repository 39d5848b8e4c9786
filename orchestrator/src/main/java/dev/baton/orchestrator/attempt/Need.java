package dev.baton.orchestrator.attempt;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An attempt that waits for a person.
 *
 * @param since when it began to wait
 */
public record Need(
    Matter matter,
    Instant since,
    UUID attemptId,
    String executor,
    UUID taskId,
    String title,
    UUID projectId,
    String project) {
  /** The same for another reason. */
  public Need about(Matter other) {
    return new Need(other, since, attemptId, executor, taskId, title, projectId, project);
  }

  /** What the person is wanted for. */
  public sealed interface Matter {
    /** The agent asks whether it may use a tool, and waits for the answer. */
    record Question(UUID approvalId, String toolName, String summary) implements Matter {}

    /** The last turn failed. */
    record Failure(String summary) implements Matter {}

    /** Somebody stopped the last turn; the name may be empty. */
    record StoppedTurn(String by) implements Matter {}

    /**
     * The work is done and wants to be looked at.
     *
     * @param lines empty as long as nobody has counted
     * @param other another attempt at the task that has completed, if one has
     * @param conflict what is known to be in the way of its merge
     * @param mergedPullRequest the number of one that was merged, and the task was not done by it
     * @param isMerged whether nothing of it is left to merge; somebody wants to see it again
     */
    record Finished(
        Optional<LineCounts> lines,
        Optional<OtherWork> other,
        Optional<TargetConflict> conflict,
        Optional<Long> mergedPullRequest,
        boolean isMerged)
        implements Matter {}

    /** What waits in line does not begin because a budget is used up. */
    record Unpaid(String reason) implements Matter {}
  }

  /** What another attempt at the same task has to show. */
  public record OtherWork(UUID attemptId, String executor, Optional<LineCounts> lines) {}

  /**
   * A project that takes no more tasks by itself because too many failed.
   *
   * @param since when the last of them failed
   */
  public record PausedProject(UUID projectId, String project, String reason, Instant since) {}

  /**
   * A task that the server could not start by itself.
   *
   * @param isUnpaid whether the reason is a budget that is used up
   * @param since when it could have begun
   */
  public record UnstartedTask(
      UUID taskId,
      String title,
      UUID projectId,
      String project,
      String executor,
      String reason,
      boolean isUnpaid,
      Instant since) {
    /** The same, which no money is left for. */
    public UnstartedTask unpaid(String budget) {
      return new UnstartedTask(taskId, title, projectId, project, executor, budget, true, since);
    }
  }
}
