package dev.baton.workflow.run;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is known of one step of a run. Immutable but for the JSON inside, which nobody changes.
 *
 * @param call the arguments of its last call, with secrets hidden
 * @param result the tool's result, of a completed step; of one that the workflow has skipped, why
 * @param failure why it failed, or was skipped
 */
public record StepRecord(
    StepStatus status,
    Optional<ObjectNode> call,
    Optional<JsonNode> result,
    Optional<Failure> failure) {
  static final String LEFT_OUT = "skipped";

  private static final StepRecord PENDING =
      new StepRecord(StepStatus.PENDING, Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Why a step did not complete.
   *
   * @param retryable if a second try is harmless, or the tool says that it may help
   * @param uncertain if the call may have taken effect though it did not end
   */
  public record Failure(String message, boolean retryable, boolean uncertain) {}

  public static StepRecord pending() {
    return PENDING;
  }

  public StepRecord running(ObjectNode shownCall) {
    return new StepRecord(
        StepStatus.RUNNING, Optional.of(shownCall), Optional.empty(), Optional.empty());
  }

  public StepRecord completed(JsonNode toolResult) {
    return new StepRecord(StepStatus.COMPLETED, call, Optional.of(toolResult), Optional.empty());
  }

  public StepRecord failed(Failure why) {
    return new StepRecord(StepStatus.FAILED, call, Optional.empty(), Optional.of(why));
  }

  public StepRecord skipped(String why) {
    return new StepRecord(
        StepStatus.SKIPPED,
        Optional.empty(),
        Optional.empty(),
        Optional.of(new Failure(why, false, false)));
  }

  /** Skipped because the workflow says so, and so done with. */
  public StepRecord leftOut(String why) {
    return new StepRecord(
        StepStatus.SKIPPED,
        Optional.empty(),
        Optional.of(RunJson.object().put(LEFT_OUT, why)),
        Optional.empty());
  }

  /** Why the workflow has skipped it; empty if it has not. */
  public Optional<String> whyLeftOut() {
    return status == StepStatus.SKIPPED
        ? result.flatMap(json -> json.path(LEFT_OUT).stringValueOpt())
        : Optional.empty();
  }

  /** Failed, but its call has left nothing behind. */
  StepRecord withoutDoubt() {
    return failure.map(why -> failed(new Failure(why.message(), true, false))).orElse(this);
  }

  /** If it is still to be done. */
  public boolean isOpen() {
    return status != StepStatus.COMPLETED && whyLeftOut().isEmpty();
  }

  /** If nobody knows whether its last call took effect, and a second one may do harm. */
  public boolean isDoubtful() {
    return isUncertain() && !mayBeRetried();
  }

  /** If its last call may have taken effect though nobody saw it end. */
  public boolean isUncertain() {
    return failure.map(Failure::uncertain).orElse(false);
  }

  boolean mayBeRetried() {
    return status == StepStatus.FAILED && failure.map(Failure::retryable).orElse(false);
  }
}
