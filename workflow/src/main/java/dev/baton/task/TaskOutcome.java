package dev.baton.task;

import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a task ended, kept as it happened; each era of the protocol reads its own status from it.
 * Thread safe as long as nobody changes the JSON inside.
 */
public sealed interface TaskOutcome {
  /**
   * The answer for whichever of the two this is; takes the place of a switch with all its cases.
   */
  <T> T fold(Function<Result, T> onResult, Function<Error, T> onError);

  /** What the call answered, a tool's own error ({@code isError}) included. */
  record Result(ObjectNode value) implements TaskOutcome {
    /** True if the tool itself says that it failed. */
    public boolean isToolError() {
      return value.path("isError").asBoolean(false);
    }

    @Override
    public <T> T fold(Function<Result, T> onResult, Function<Error, T> onError) {
      return onResult.apply(this);
    }
  }

  /** The protocol error that the call ended with. */
  // why: the word of the protocol; it is read as TaskOutcome.Error, never bare outside this type
  @SuppressWarnings("AvoidCommonTypeNames")
  record Error(int code, String message, Optional<JsonNode> data) implements TaskOutcome {
    @Override
    public <T> T fold(Function<Result, T> onResult, Function<Error, T> onError) {
      return onError.apply(this);
    }
  }
}
