package dev.baton.mcp.internal.connection;

import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.request.Permit;
import tools.jackson.databind.node.ObjectNode;

/**
 * The way back for one request: any number of messages, then exactly one of {@link #answer}, {@link
 * #refuse} and {@link #withhold}. Thread safe. Nothing here throws because a client has gone; that
 * is told to {@link #onClientGone}.
 */
public interface Reply {
  /** The right of the client that waits at the other end. */
  Permit permit();

  /**
   * Sends a notification, or in the older era a request, that belongs to this request.
   *
   * @return false if it cannot reach the client: the answer is out, or the client takes no streams
   */
  boolean send(ObjectNode message);

  /** Says that this is a stream now, and no request that somebody waits for. */
  void staysOpen();

  /** Answers the request, with a result or with an error that its work ended in. */
  void answer(ObjectNode response);

  /** Answers a request that was not worked on. */
  void refuse(ObjectNode response, Refusal reason);

  /** Ends a cancelled request, which gets no answer. */
  void withhold();

  /** Calls the action if the client goes away before the answer, at once if it has gone. */
  void onClientGone(Runnable action);
}
