package dev.baton.orchestrator.followup;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.image.NewImage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A message that an agent gets next.
 *
 * @param choice the model and effort that are asked for
 * @param images what to show it, in this order
 * @param files what to show it besides, which is kept with the message
 * @param overBudget whether it begins although a budget is used up
 */
public record FollowUp(
    FollowUpTarget target,
    String promptText,
    Optional<String> variant,
    ModelChoice choice,
    List<UUID> images,
    List<NewImage> files,
    boolean overBudget) {
  public FollowUp {
    images = List.copyOf(images);
    files = List.copyOf(files);
  }

  /** A message that shows only images that are kept already, and stays within the budgets. */
  public FollowUp(
      FollowUpTarget target,
      String promptText,
      Optional<String> variant,
      ModelChoice choice,
      List<UUID> images) {
    this(target, promptText, variant, choice, images, List.of(), false);
  }

  /** Words alone, and whichever model is usual. */
  public FollowUp(FollowUpTarget target, String promptText, Optional<String> variant) {
    this(target, promptText, variant, ModelChoice.NONE, List.of());
  }

  /**
   * What becomes a turn.
   *
   * @param kept the files, as they are kept now
   */
  TurnPrompt prompt(List<UUID> kept) {
    return new TurnPrompt(promptText, variant, target.sessionId())
        .with(choice)
        .showing(Stream.concat(images.stream(), kept.stream()).toList());
  }

  /** Whom to talk to: an attempt, which means its newest session, or a session. Exactly one. */
  public record FollowUpTarget(Optional<UUID> attemptId, Optional<UUID> sessionId) {
    public FollowUpTarget {
      if (attemptId.isPresent() == sessionId.isPresent()) {
        throw new ToolFailure(
            FailureCode.AMBIGUOUS_TARGET,
            attemptId.isPresent()
                ? "Both attempt_id and session_id were given, and only one can be the target"
                : "Neither attempt_id nor session_id was given",
            "Repeat the call with exactly one of attempt_id (from list_task_attempts) and"
                + " session_id (latest_session_id of get_attempt_status)");
      }
    }

    public static FollowUpTarget attempt(UUID id) {
      return new FollowUpTarget(Optional.of(id), Optional.empty());
    }

    public static FollowUpTarget session(UUID id) {
      return new FollowUpTarget(Optional.empty(), Optional.of(id));
    }
  }

  /** What to tell the agent of a task's newest attempt. */
  public record TaskFollowUp(
      UUID taskId,
      String promptText,
      Optional<String> variant,
      ModelChoice choice,
      List<UUID> images,
      List<NewImage> files,
      boolean overBudget) {
    public TaskFollowUp {
      images = List.copyOf(images);
      files = List.copyOf(files);
    }
  }

  /** A message that an agent now works on. */
  public record FollowUpStarted(UUID sessionId, UUID attemptId, UUID executionProcessId) {}

  /**
   * A message that waits for its turn, or that was started at once because nothing ran.
   *
   * @param executionProcessId the process that was started for the head of the queue, if nothing
   *     ran
   * @param queue what still waits, in order
   */
  public record FollowUpQueued(
      UUID sessionId,
      UUID attemptId,
      Optional<UUID> executionProcessId,
      List<QueuedMessage> queue) {
    public FollowUpQueued {
      queue = List.copyOf(queue);
    }

    /** A message in the queue, and how it begins. */
    public record QueuedMessage(UUID queuedId, String promptPreview, Instant queuedAt) {}
  }

  /**
   * A queue from which messages were dropped.
   *
   * @param cancelled how many were dropped
   * @param queue what still waits, in order
   */
  public record QueueCancelled(
      UUID sessionId, UUID attemptId, int cancelled, List<FollowUpQueued.QueuedMessage> queue) {
    public QueueCancelled {
      queue = List.copyOf(queue);
    }
  }
}
