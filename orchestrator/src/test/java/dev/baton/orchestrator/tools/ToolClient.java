package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.era.Headers;
import dev.baton.mcp.era.Refusal;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.Message;
import dev.baton.mcp.protocol.RequestId;
import dev.baton.mcp.server.Connection;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.Reply;
import dev.baton.task.TaskOwner;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** A client of a server in the same program. */
final class ToolClient implements AutoCloseable {
  private final McpServer server;
  private final Connection connection;
  private final ObjectNode envelope;
  private final UnaryOperator<ObjectNode> user;
  private final AtomicLong lastId = new AtomicLong();

  private ToolClient(
      McpServer server, TaskOwner owner, ObjectNode envelope, UnaryOperator<ObjectNode> user) {
    this.server = server;
    this.connection = server.connect(owner);
    this.envelope = envelope;
    this.user = user;
  }

  /** A client of the newer era with these capabilities. */
  static ToolClient modern(McpServer server, TaskOwner owner, String capabilities) {
    var envelope = Json.object().put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    envelope.set("io.modelcontextprotocol/clientCapabilities", json(capabilities));
    return new ToolClient(server, owner, envelope, question -> question);
  }

  /** A client of the older era whose user answers questions like this. */
  static ToolClient legacy(
      McpServer server, String capabilities, UnaryOperator<ObjectNode> answers) {
    var client = new ToolClient(server, TaskOwner.LOCAL, Json.object(), answers);
    var params = json("{'protocolVersion': '2025-11-25'}");
    params.set("capabilities", json(capabilities));
    client.result("initialize", params);
    return client;
  }

  /** JSON in single quotes. */
  static ObjectNode json(String text) {
    return Json.parseObject(text.replace('\'', '"'));
  }

  /** The structured content of a call that succeeds. */
  ObjectNode call(String tool, String arguments) {
    return call(tool, json(arguments));
  }

  ObjectNode call(String tool, ObjectNode arguments) {
    var result = result(tool, arguments, Json.object());
    assertThat(result.path("isError").asBoolean(false)).as("%s: %s", tool, result).isFalse();
    return structured(result);
  }

  /** The envelope of a call that fails. */
  ObjectNode fail(String tool, String arguments) {
    var result = result(tool, json(arguments), Json.object());
    assertThat(result.path("isError").asBoolean(false)).as("%s: %s", tool, result).isTrue();
    return structured(result);
  }

  private static ObjectNode structured(ObjectNode result) {
    assertThat(Json.MAPPER.readTree(result.path("content").path(0).path("text").asString()))
        .isEqualTo(result.path("structuredContent"));
    return (ObjectNode) result.path("structuredContent");
  }

  /** The whole result of a call, with more parameters. */
  ObjectNode result(String tool, ObjectNode arguments, ObjectNode more) {
    var params = more.deepCopy().put("name", tool);
    params.set("arguments", arguments);
    return result("tools/call", params);
  }

  ObjectNode result(String method, ObjectNode params) {
    var answer = request(method, params);
    assertThat(answer.has("result")).as("%s: %s", method, answer).isTrue();
    return (ObjectNode) answer.path("result");
  }

  ObjectNode request(String method, ObjectNode params) {
    var all = params.deepCopy();
    if (!envelope.isEmpty()) {
      all.set("_meta", envelope);
    }
    var reply = new Answering();
    server.serve(
        connection,
        new Message.Request(RequestId.of("r" + lastId.incrementAndGet()), method, all),
        Headers.NONE,
        reply);
    return reply.answer.orElseThrow();
  }

  @Override
  public void close() {
    connection.close();
  }

  private final class Answering implements Reply {
    private volatile Optional<ObjectNode> answer = Optional.empty();

    @Override
    public boolean send(ObjectNode message) {
      var id = RequestId.read(message.path("id"));
      var response =
          new Message.Response(
              id.orElseThrow(), Optional.of(user.apply(message)), Optional.empty());
      Thread.startVirtualThread(() -> server.receive(connection, response));
      return true;
    }

    @Override
    public void staysOpen() {}

    @Override
    public void answer(ObjectNode response) {
      answer = Optional.of(Json.parseObject(response.toString()));
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
