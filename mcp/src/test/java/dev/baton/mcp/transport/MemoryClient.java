package dev.baton.mcp.transport;

import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.internal.message.MalformedMessageException;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.MessageReader;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.server.McpServer;
import dev.baton.task.TaskOwner;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client of a server in the same program. A request is served on the thread that sends it, and
 * what the server asks meanwhile is answered by a user that the test brings.
 */
public final class MemoryClient extends TestClient {
  private final McpServer server;
  private final Connection connection;
  private final UnaryOperator<ObjectNode> user;

  public MemoryClient(McpServer server, TaskOwner owner) {
    this(server, owner, question -> question);
  }

  /** With a user who answers a request of the server with this result. */
  public MemoryClient(McpServer server, TaskOwner owner, UnaryOperator<ObjectNode> user) {
    this.server = server;
    this.connection = server.connect(owner);
    this.user = user;
  }

  @Override
  public void transmit(ObjectNode message) {
    switch (read(message)) {
      case Message.Request request ->
          server.serve(connection, request, Headers.NONE, new Answering());
      case Message.Notification notification -> server.receive(connection, notification);
      case Message.Response response -> server.receive(connection, response);
    }
  }

  private static Message read(ObjectNode message) {
    try {
      return MessageReader.read(message);
    } catch (MalformedMessageException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void close() {
    connection.close();
  }

  private final class Answering implements Reply {
    @Override
    public Permit permit() {
      return Permit.LASTING;
    }

    @Override
    public boolean send(ObjectNode message) {
      if (message.has("id")) {
        var response = Json.object().put("jsonrpc", "2.0");
        response.set("id", message.path("id"));
        response.set("result", user.apply(message));
        Thread.startVirtualThread(() -> transmit(response));
      } else {
        arrived(Answer.of(message));
      }
      return true;
    }

    @Override
    public void staysOpen() {}

    @Override
    public void answer(ObjectNode response) {
      // why: what a client gets has been text on the way
      arrived(Answer.of(Json.parseObject(response.toString())));
    }

    @Override
    public void refuse(ObjectNode response, Refusal reason) {
      answer(response);
    }

    @Override
    public void withhold() {}

    @Override
    public void onClientGone(Runnable action) {}
  }
}
