package dev.baton.mcp.internal.era;

import dev.baton.mcp.internal.message.ServerInfo;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.tool.Tool;
import dev.baton.task.TaskRecord;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How one revision of the protocol says what the server means. Stateless, so shared by all. */
public sealed interface Era permits LegacyEra, ModernEra {
  /** True if some revision that is served here has the method. */
  static boolean anyServes(String method) {
    return LegacyEra.knows(method) || ModernEra.INSTANCE.serves(method);
  }

  ProtocolVersion version();

  /** True if the method exists in this revision. */
  boolean serves(String method);

  /** Finishes a result for the wire; {@code result} may be changed. */
  ObjectNode finish(String method, ObjectNode result, ServerInfo server);

  /** A tool as {@code tools/list} shows it. */
  ObjectNode describe(Tool<?, ?> tool);

  /**
   * How this call of a tool runs.
   *
   * @throws RpcException if the tool cannot be called so
   */
  Running running(Tool<?, ?> tool, ObjectNode params, Client client);

  /** How long the client wishes its task to live, in milliseconds; missing if it wishes nothing. */
  JsonNode wishedTimeToLive(ObjectNode params);

  /** The answer to a call that became a task. */
  ObjectNode taskCreated(TaskRecord task);

  /** A task as {@code tasks/get} shows it. */
  ObjectNode taskState(TaskRecord task);

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
