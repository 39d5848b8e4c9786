package dev.baton.workflow.internal.record;

import java.util.Optional;
import java.util.function.UnaryOperator;
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
   * @param refused if the tool says that the same call would fail again
   * @param hint what the tool says to do about it; may be empty
   */
  public record Failure(
      String message, boolean retryable, boolean uncertain, boolean refused, String hint) {
    /** One of which the tool does not say if the same call would fail again. */
    public Failure(String message, boolean retryable, boolean uncertain) {
      this(message, retryable, uncertain, false, "");
    }

    /** The tool says that the same call would fail again. */
    public static Failure refused(String message, String hint) {
      return new Failure(message, false, false, true, hint);
    }

    /** The same in other words, such as without secrets. */
    public Failure told(UnaryOperator<String> words) {
      return new Failure(words.apply(message), retryable, uncertain, refused, words.apply(hint));
    }

    /** The same of a call whose repetition is harmless; that does not help where it is refused. */
    public Failure ofHarmlessCall() {
      return refused ? this : new Failure(message, true, uncertain, false, hint);
    }

    /** {@code {error, retryable?, uncertain?, hint?}}. */
    public ObjectNode toJson() {
      var json = RunJson.object().put("error", message);
      if (retryable || refused) {
        json.put("retryable", retryable);
      }
      if (uncertain) {
        json.put("uncertain", true);
      }
      return hint.isEmpty() ? json : json.put("hint", hint);
    }

    /** What {@link #toJson} wrote. */
    static Failure read(JsonNode json) {
      var retryable = json.path("retryable");
      return new Failure(
          json.path("error").asString(""),
          retryable.asBoolean(false),
          json.path("uncertain").asBoolean(false),
          retryable.isBoolean() && !retryable.asBoolean(),
          json.path("hint").asString(""));
    }
  }

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
  public StepRecord withoutDoubt() {
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

  /** If its tool says that its last call would fail again as it was. */
  public boolean isRefused() {
    return status == StepStatus.FAILED && failure.map(Failure::refused).orElse(false);
  }

  public boolean mayBeRetried() {
    return status == StepStatus.FAILED && failure.map(Failure::retryable).orElse(false);
  }
}
