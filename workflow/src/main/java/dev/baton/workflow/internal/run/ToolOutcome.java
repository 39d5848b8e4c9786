package dev.baton.workflow.internal.run;

import dev.baton.workflow.internal.record.StepRecord;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * How a tool call ended.
 *
 * @param structured the structured content, if the tool has any
 * @param content the content blocks
 * @param failure why it is no success; empty if it is one
 */
public record ToolOutcome(
    Optional<JsonNode> structured, ArrayNode content, Optional<StepRecord.Failure> failure) {
  public static ToolOutcome structured(JsonNode value) {
    return new ToolOutcome(Optional.of(value), noContent(), Optional.empty());
  }

  public static ToolOutcome content(ArrayNode blocks) {
    return new ToolOutcome(Optional.empty(), blocks, Optional.empty());
  }

  /** The tool says that it failed. */
  public static ToolOutcome failed(String message) {
    return failed(new StepRecord.Failure(message, false, false));
  }

  /** The tool says that it failed, and that a second try may help. */
  public static ToolOutcome failedForNow(String message) {
    return failed(new StepRecord.Failure(message, true, false));
  }

  /**
   * The tool says that it failed, and that the same call would fail again.
   *
   * @param hint what it says to do about it; may be empty
   */
  public static ToolOutcome refused(String message, String hint) {
    return failed(StepRecord.Failure.refused(message, hint));
  }

  /** It was given up; it may have taken effect all the same. */
  public static ToolOutcome timedOut(Duration after) {
    return failed(
        new StepRecord.Failure("no answer within %d ms".formatted(after.toMillis()), false, true));
  }

  private static ToolOutcome failed(StepRecord.Failure why) {
    return new ToolOutcome(Optional.empty(), noContent(), Optional.of(why));
  }

  /** What the step's result is: the structured content, or the blocks if there is none. */
  public JsonNode value() {
    return structured.orElse(content);
  }

  private static ArrayNode noContent() {
    return JsonNodeFactory.instance.arrayNode();
  }
}
