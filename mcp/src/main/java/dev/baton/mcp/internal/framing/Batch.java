package dev.baton.mcp.internal.framing;

import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Envelope;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.internal.message.MalformedMessageException;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.MessageReader;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.server.McpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Several messages in one JSON array, which revision 2025-03-26 allows; so are their answers. */
public final class Batch {
  /** Where the messages go, and where what comes back is written. */
  public record Target(
      McpServer server,
      Connection connection,
      Headers headers,
      Permit permit,
      Predicate<ObjectNode> writer) {}

  private static final RpcError NOT_IN_A_BATCH =
      RpcError.of(
          ErrorCode.INVALID_REQUEST,
          "A request of revision 2026-07-28 cannot be part of a batch; send it by itself");

  private final Target target;
  private final ArrayNode answers = Json.array();

  private Batch(Target target) {
    this.target = target;
  }

  /** Serves all messages side by side and returns the answers, empty if none was wanted. */
  public static ArrayNode serve(JsonNode messages, Executor workers, Target target) {
    return new Batch(target).run(messages, workers);
  }

  private ArrayNode run(JsonNode messages, Executor workers) {
    var requests = new ArrayList<Message.Request>();
    messages.forEach(message -> take(message, requests));
    var open = new CountDownLatch(requests.size());
    for (var request : requests) {
      workers.execute(
          () -> {
            try {
              target
                  .server()
                  .serve(target.connection(), request, target.headers(), new PartReply());
            } finally {
              open.countDown();
            }
          });
    }
    try {
      open.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (answers) {
      return answers.deepCopy();
    }
  }

  private void take(JsonNode json, List<Message.Request> requests) {
    try {
      switch (MessageReader.read(json)) {
        case Message.Notification notification ->
            target.server().receive(target.connection(), notification);
        case Message.Response response -> target.server().receive(target.connection(), response);
        case Message.Request request -> {
          if (Envelope.isClaimedBy(request.params(), Headers.NONE)) {
            add(Message.error(request.id(), NOT_IN_A_BATCH));
          } else {
            requests.add(request);
          }
        }
      }
    } catch (MalformedMessageException e) {
      add(e.answer());
    }
  }

  private void add(ObjectNode answer) {
    synchronized (answers) {
      answers.add(answer);
    }
  }

  /** The way back for one request of the batch. */
  private final class PartReply implements Reply {
    private volatile boolean ended;

    @Override
    public Permit permit() {
      return target.permit();
    }

    @Override
    public boolean send(ObjectNode message) {
      return !ended && target.writer().test(message);
    }

    @Override
    public void staysOpen() {
      // why: batches exist only in the older era, which has no such request
    }

    @Override
    public void answer(ObjectNode response) {
      ended = true;
      add(response);
    }

    @Override
    public void refuse(ObjectNode response, Refusal reason) {
      answer(response);
    }

    @Override
    public void withhold() {
      ended = true;
    }

    @Override
    public void onClientGone(Runnable action) {
      // why: batches exist only in the older era, where a client that goes cancels nothing
    }
  }
}
