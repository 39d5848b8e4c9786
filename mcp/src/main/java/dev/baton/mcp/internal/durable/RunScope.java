package dev.baton.mcp.internal.durable;

import dev.baton.internal.schema.RecordJson;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.TaskScope;
import dev.baton.mcp.server.ServerInside;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.task.IllegalTransitionException;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskId;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.UnknownTaskException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * The durable run that a tool works for, as a step of it or by a client's call, for the tool.
 * Thread safe: a tool may write from threads of its own.
 *
 * @param id the task that the tool runs in, which is another one
 * @param takes true of the run as it is, if it still keeps what the tool sets
 */
record RunScope(
    ServerInside inside,
    TaskOwner owner,
    TaskId run,
    Optional<TaskId> id,
    Predicate<TaskRecord> takes)
    implements TaskScope {
  private static final Logger LOG = LoggerFactory.getLogger(RunScope.class);

  @Override
  public boolean set(String name, Object value) {
    if (name.isBlank() || name.startsWith("_")) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "'%s' cannot be the name of a variable of a run".formatted(name),
          "Choose a name that is not blank and does not begin with an underscore");
    }
    var json = RecordJson.encode(value);
    var isKept = new AtomicBoolean();
    try {
      var _ =
          inside.changeTask(
              owner,
              run,
              now -> {
                isKept.set(takes.test(now));
                return TaskChange.to(isKept.get() ? with(now, name, json) : now);
              });
      return isKept.get();
    } catch (IllegalTransitionException | UnknownTaskException e) {
      // why: the run has ended, or nobody has it any more
      return false;
    } catch (ToolFailure e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("Variable {} of task {} could not be stored", name, run, e);
      throw new ToolFailure(
          FailureCode.STORAGE_UNAVAILABLE,
          "Variable '%s' of run %s could not be stored".formatted(name, run),
          "Repeat the call in a few seconds");
    }
  }

  /** With the variable, if room is left for what the run itself has to keep. */
  private TaskRecord with(TaskRecord now, String name, JsonNode value) {
    var next = now.withVariable(name, value);
    if (!inside.taskLimits().hasRoomForResults(next)) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "Variable '%s' of %d bytes does not fit into run %s: all its variables have at most %d"
              .formatted(name, Json.bytes(value).length, run, inside.taskLimits().variableBytes()),
          "Set a smaller value, or a reference to where the value is");
    }
    return next;
  }
}
