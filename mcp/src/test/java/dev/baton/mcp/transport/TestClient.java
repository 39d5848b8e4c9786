package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A client in a test, the same over every transport. It sends what it is told, right or wrong. */
public abstract class TestClient implements AutoCloseable {
  /** Which era's words a client uses. */
  public enum Speaks {
    MODERN,
    LEGACY
  }

  public static final String ALL =
      "{'elicitation': {}, 'sampling': {}, 'roots': {},"
          + " 'extensions': {'io.modelcontextprotocol/tasks': {}}}";
  private static final Duration LIMIT = Duration.ofSeconds(15);

  private final Map<String, CompletableFuture<Answer>> waiting = new ConcurrentHashMap<>();
  private final BlockingQueue<ObjectNode> inbox = new LinkedBlockingQueue<>();
  private final AtomicLong lastId = new AtomicLong();
  private volatile ObjectNode envelope = Json.object();
  private volatile Duration patience = LIMIT;

  /** JSON in single quotes. */
  public static ObjectNode json(String text) {
    return Json.parseObject(text.replace('\'', '"'));
  }

  /** Sends one message; the answer, if there is one, goes to {@link #arrived}. */
  public abstract void transmit(ObjectNode message);

  @Override
  public abstract void close();

  /** Speaks the newer era from here on, with these capabilities. */
  public TestClient modern(String capabilities) {
    envelope = Json.object().put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    envelope.set("io.modelcontextprotocol/clientCapabilities", json(capabilities));
    return this;
  }

  /** Speaks the older era from here on, after a handshake. */
  public TestClient legacy(String version, String capabilities) {
    envelope = Json.object();
    var params = Json.object().put("protocolVersion", version);
    params.set("capabilities", json(capabilities));
    params.set("clientInfo", json("{'name': 'test', 'version': '1'}"));
    assertThat(request("initialize", params).result().path("protocolVersion").asString(""))
        .isEqualTo(version);
    transmit(json("{'jsonrpc': '2.0', 'method': 'notifications/initialized'}"));
    return this;
  }

  /** Speaks this era, with every capability. */
  public TestClient speaking(Speaks era) {
    return switch (era) {
      case MODERN -> modern(ALL);
      case LEGACY -> legacy("2025-11-25", ALL);
    };
  }

  /** Waits as long as this for an answer or a message, where calls may take long. */
  public TestClient withPatience(Duration limit) {
    patience = limit;
    return this;
  }

  /** Adds a member to the {@code _meta} of every request. */
  public TestClient withMeta(String meta) {
    var more = envelope.deepCopy();
    more.setAll(json(meta));
    envelope = more;
    return this;
  }

  public Answer request(String method, String params) {
    return request(method, json(params));
  }

  public Answer request(String method, ObjectNode params) {
    return await(start(method, params), patience);
  }

  /** The structured content of a tool that must succeed. */
  public ObjectNode call(String tool, String arguments) {
    return call(tool, json(arguments));
  }

  public ObjectNode call(String tool, ObjectNode arguments) {
    return structured(tool, arguments, false);
  }

  /** The structured content of a tool that must fail. */
  public ObjectNode fail(String tool, String arguments) {
    return structured(tool, json(arguments), true);
  }

  private ObjectNode structured(String tool, ObjectNode arguments, boolean fails) {
    var result = result(tool, arguments, Json.object());
    assertThat(result.path("isError").asBoolean(false))
        .as("%s fails: %s", tool, result)
        .isEqualTo(fails);
    assertThat(Json.MAPPER.readTree(result.path("content").path(0).path("text").asString()))
        .isEqualTo(result.path("structuredContent"));
    return (ObjectNode) result.path("structuredContent");
  }

  /** The whole result of a tool, with more parameters than its arguments. */
  public ObjectNode result(String tool, ObjectNode arguments, ObjectNode more) {
    var params = more.deepCopy().put("name", tool);
    params.set("arguments", arguments);
    return request("tools/call", params).result();
  }

  public Answer callTool(String name) {
    return callTool(name, "{}");
  }

  public Answer callTool(String name, String arguments) {
    return await(startTool(name, arguments), patience);
  }

  public CompletableFuture<Answer> startTool(String name, String arguments) {
    var params = Json.object().put("name", name);
    params.set("arguments", json(arguments));
    return start("tools/call", params);
  }

  public CompletableFuture<Answer> start(String method, String params) {
    return start(method, json(params));
  }

  /** Sends a request and does not wait. */
  public CompletableFuture<Answer> start(String method, ObjectNode params) {
    var message = Json.object().put("jsonrpc", "2.0").put("id", lastId.incrementAndGet());
    message.put("method", method);
    var all = params.deepCopy();
    if (!envelope.isEmpty()) {
      var meta = envelope.deepCopy();
      if (all.path("_meta") instanceof ObjectNode own) {
        meta.setAll(own);
      }
      all.set("_meta", meta);
    }
    message.set("params", all);
    return startRaw(message);
  }

  /** Sends a request as it is and does not wait. */
  public CompletableFuture<Answer> startRaw(ObjectNode request) {
    var answer = new CompletableFuture<Answer>();
    waiting.put(request.path("id").toString(), answer);
    transmit(request);
    return answer;
  }

  /** Waits once more for the answer to a request whose id another one has used meanwhile. */
  public void expectAgain(long id, CompletableFuture<Answer> answer) {
    waiting.put(String.valueOf(id), answer);
  }

  /** The id of the request that was sent last. */
  public long lastId() {
    return lastId.get();
  }

  public void cancel(long requestId) {
    transmit(
        json(
            "{'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': %d}}"
                .formatted(requestId)));
  }

  /** Answers a request of the server. */
  public void respond(ObjectNode request, String result) {
    var response = Json.object().put("jsonrpc", "2.0");
    response.set("id", request.path("id"));
    response.set("result", json(result));
    transmit(response);
  }

  /** Answers a request of the server with an error. */
  public void respondError(ObjectNode request, int code, String message) {
    var response = Json.object().put("jsonrpc", "2.0");
    response.set("id", request.path("id"));
    response.putObject("error").put("code", code).put("message", message);
    transmit(response);
  }

  /** The next message that is no answer, which must be of this method. */
  public ObjectNode next(String method) {
    try {
      var message = inbox.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      assertThat(message).as("a message %s", method).isNotNull();
      assertThat(message.path("method").asString("")).as("%s", message).isEqualTo(method);
      return message;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  /** The next message of this method; others before it are passed over. */
  public ObjectNode find(String method) {
    return Awaitility.await("a message " + method)
        .until(
            () -> Optional.ofNullable(inbox.poll(100, TimeUnit.MILLISECONDS)),
            message ->
                message.filter(m -> method.equals(m.path("method").asString(""))).isPresent())
        .orElseThrow();
  }

  /** Everything that came so far and is no answer. */
  public List<ObjectNode> inbox() {
    var all = new ArrayList<ObjectNode>();
    inbox.drainTo(all);
    return all;
  }

  /** How many messages wait in the inbox. */
  public int received() {
    return inbox.size();
  }

  public static Answer await(CompletableFuture<Answer> answer) {
    return await(answer, LIMIT);
  }

  private static Answer await(CompletableFuture<Answer> answer, Duration limit) {
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new AssertionError("There was no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  /** Takes a message from the server. */
  void arrived(Answer answer) {
    if (!(answer.message() instanceof ObjectNode message) || !message.has("method")) {
      var expected = waiting.remove(answer.message().path("id").toString());
      if (expected != null) {
        expected.complete(answer);
      } else {
        unexpected(answer);
      }
    } else {
      inbox.add(message);
    }
  }

  /**
   * Takes an answer that belongs to no request, such as one to a message that could not be read.
   */
  void unexpected(Answer answer) {}

  /** Ends the wait for a request that HTTP itself answered. */
  void answered(JsonNode id, Answer answer) {
    var expected = waiting.remove(id.toString());
    if (expected != null) {
      expected.complete(answer);
    }
  }

  /** Ends the wait for a request whose connection failed. */
  void failed(JsonNode id, IOException failure) {
    var expected = waiting.remove(id.toString());
    if (expected != null) {
      expected.completeExceptionally(failure);
    }
  }
}
