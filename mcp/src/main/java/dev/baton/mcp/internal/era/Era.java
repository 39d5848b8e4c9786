package dev.baton.mcp.internal.era;

import dev.baton.mcp.internal.message.ServerInfo;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.tool.Tool;
import dev.baton.task.TaskId;
import dev.baton.task.TaskOutcome;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says what the server means in the words of one revision of the protocol. Stateless, so shared by
 * all.
 */
public sealed interface Era permits LegacyEra, ModernEra {
  /** How a call of a tool runs. */
  enum CallMode {
    /** The client waits for the result. */
    AT_ONCE,
    /** The client waits for a while, and is then given a task. */
    AS_TASK_IF_SLOW,
    /** The client is given a task; if none can be had, it waits for the result. */
    AS_TASK_IF_POSSIBLE,
    /** The client is given a task. */
    AS_TASK
  }

  /** The era that a handshake agrees on, for the revision that the client asked for. */
  static Era negotiate(String requested) {
    return new LegacyEra(ProtocolVersion.negotiate(requested));
  }

  /** The era of a client, if it is one that is served here. */
  static Optional<Era> find(Client client) {
    return ProtocolVersion.find(client.protocolVersion())
        .map(version -> version.isModern() ? newest() : new LegacyEra(version));
  }

  static Era newest() {
    return ModernEra.INSTANCE;
  }

  /** True if some revision that is served here has the method. */
  static boolean anyServes(String method) {
    return LegacyEra.knows(method) || ModernEra.INSTANCE.serves(method);
  }

  ProtocolVersion version();

  /** True if the method exists in this revision. */
  boolean serves(String method);

  /** How the server describes itself: the result of the method with which clients begin. */
  ObjectNode introduction(ServerInfo server, TaskOwner caller);

  /** Finishes a result for the wire; {@code result} may be changed. */
  ObjectNode finish(String method, ObjectNode result, ServerInfo server);

  /** A tool as {@code tools/list} shows it. */
  ObjectNode describe(Tool<?, ?> tool);

  /**
   * How this call of a tool runs.
   *
   * @throws RpcException if the tool cannot be called so
   */
  CallMode callMode(Tool<?, ?> tool, ObjectNode params, Client client);

  /**
   * Checks the headers that repeat arguments of this tool.
   *
   * @throws RpcException if one differs
   */
  void checkHeaders(Tool<?, ?> tool, ObjectNode arguments, Headers headers);

  /** How long the client wishes its task to live, in milliseconds; missing if it wishes nothing. */
  JsonNode wishedTimeToLive(ObjectNode params);

  /** The answer to a call that became a task. */
  ObjectNode taskCreated(TaskRecord task);

  /** A task as {@code tasks/get} shows it. */
  ObjectNode taskState(TaskRecord task);

  /**
   * The answer to {@code tasks/result} of a task that has ended: what the call would have answered.
   *
   * @throws RpcException if it would have ended with an error
   */
  default ObjectNode taskResult(TaskRecord task) {
    return switch (task.outcome().orElseThrow(() -> cancelled(task))) {
      case TaskOutcome.Result(ObjectNode value) -> {
        var result = TaskShape.withVariables(value.deepCopy(), task);
        relate(result, task.id());
        yield result;
      }
      case TaskOutcome.Error(int code, String message, var data) ->
          throw new RpcException(new RpcError(code, message, data));
    };
  }

  private static RpcException cancelled(TaskRecord task) {
    return new RpcException(
        ErrorCode.INTERNAL_ERROR,
        "Task %s was cancelled and has no result: %s"
            .formatted(task.id(), task.statusMessage().orElse("no reason given")));
  }

  /** Marks a result, or the params of a message, as a task's, where this era has such a mark. */
  void relate(ObjectNode message, TaskId task);

  /** The answer to {@code tasks/cancel}. */
  ObjectNode taskCancelled(TaskRecord task);

  /** True if cancelling a task that has ended is no error. */
  boolean cancelIsIdempotent();

  /** Tells the listener that a task changed: the notification's method and params. */
  ObjectNode taskNotification(TaskRecord task);

  /** What to answer if there is no such resource. */
  RpcError resourceNotFound(String uri);

  /** What to answer if the client did not declare a capability that it needs for this. */
  RpcException missingCapability(ObjectNode required);

  /**
   * Refuses a client that cannot use tasks with this request.
   *
   * @throws RpcException if the client did not declare what this era wants declared
   */
  void requireTasks(Client client);

  /** True if a question to the client is the answer to its request, which it then repeats. */
  boolean asksByAnswering();

  /** True if a task may send progress and log messages. */
  boolean tellsDuringTasks();

  /** True if a client that goes away has thereby cancelled its request. */
  boolean disconnectCancels();

  /** Whether this error refuses the request itself, which HTTP shows in its status. */
  Optional<Refusal> refusal(RpcError error);
}
