package dev.baton.mcp.transport;

import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.request.Permit;
import tools.jackson.databind.node.ObjectNode;

/** The way back for a handshake: if it succeeds, its answer opens a session. */
final class OpeningReply implements Reply {
  private final Reply reply;
  private final Runnable onSuccess;

  OpeningReply(Reply reply, Runnable onSuccess) {
    this.reply = reply;
    this.onSuccess = onSuccess;
  }

  @Override
  public Permit permit() {
    return reply.permit();
  }

  @Override
  public boolean send(ObjectNode message) {
    return reply.send(message);
  }

  @Override
  public void staysOpen() {
    reply.staysOpen();
  }

  @Override
  public void answer(ObjectNode response) {
    if (response.has("result")) {
      onSuccess.run();
    }
    reply.answer(response);
  }

  @Override
  public void refuse(ObjectNode response, Refusal reason) {
    reply.refuse(response, reason);
  }

  @Override
  public void withhold() {
    reply.withhold();
  }

  @Override
  public void onClientGone(Runnable action) {
    reply.onClientGone(action);
  }
}
