package dev.baton.mcp.request;

import dev.baton.mcp.protocol.LogLevel;
import dev.baton.task.TaskOwner;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The request that a handler serves, and the way back to the client while it runs. Thread safe. A
 * cancelled request interrupts the handler's thread.
 */
public interface RequestContext {
  /** Whose request it is. */
  TaskOwner owner();

  /** Whether the caller still may do anything; ask before work that others did not ask for. */
  Permit permit();

  /** The client as it describes itself. */
  Client client();

  /** The request's {@code _meta}, empty if there was none. Not to be changed. */
  ObjectNode meta();

  /** The task that this handler runs in, and the run that it works for, if there are such. */
  TaskScope task();

  /** True once the client has cancelled, or has gone where that means the same. */
  boolean isCancelled();

  /**
   * Tells how far the work is, if the client asked to be told. A value that does not rise is
   * dropped.
   *
   * @param total the value at the end, or zero or less if unknown
   */
  void progress(double done, double total, String message);

  /** Sends a log message to the client, if it wants messages of this severity. */
  void log(LogLevel level, String logger, JsonNode data);

  /**
   * Asks the client, and returns when every question has a usable answer.
   *
   * <p>How the question travels depends on the era and on whether this is a task. Where the era has
   * no questions during a call, this ends the handler, the client repeats the call with the
   * answers, and the handler runs again from its start: this method then returns at once. So ask
   * before doing anything that must not be done twice. A key stands for one question in a call.
   *
   * @throws dev.baton.mcp.protocol.RpcException if the client declared that it cannot answer such
   *     questions
   */
  Answers ask(InputRequest... requests);

  /**
   * Keeps this for the handler's next run, if a question ends this one; it travels with the client,
   * sealed. So a handler that has worked before it had to ask goes on where it was.
   */
  void keep(ObjectNode state);

  /** What was kept before the question that the client comes back from, if it does. */
  Optional<ObjectNode> kept();
}
