package dev.baton.app.agents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * A model on this machine, in the manner of four providers. It does what {@link ModelScript} reads
 * in the prompt, and remembers what it was asked. Thread safe.
 */
final class ModelServer implements AutoCloseable {
  private static final List<ModelWire> WIRES =
      List.of(new AnthropicWire(), new ResponsesWire(), new GeminiWire(), new ChatWire());

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<ModelRequest> requests = new CopyOnWriteArrayList<>();

  private ModelServer(HttpServer server) {
    this.server = server;
  }

  static ModelServer start() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var model = new ModelServer(HttpServer.create(address, 0));
    model.server.setExecutor(model.threads);
    model.server.createContext("/", model::handle);
    model.server.start();
    return model;
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Requests whose text has this in it, oldest first. */
  List<ModelRequest> requestsWith(String text) {
    return requests.stream().filter(request -> request.mentions(text)).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      var body = exchange.getRequestBody().readAllBytes();
      var wire = WIRES.stream().filter(known -> known.handles(path)).findFirst();
      if (wire.isPresent()) {
        answer(wire.get(), wire.get().read(path, Json.MAPPER.readTree(body)), exchange);
      } else {
        // why: agents ask for lists of models and counts of tokens, and do without
        respond(exchange, 404, Json.object().put("error", "There is no " + path));
      }
    }
  }

  private void answer(ModelWire wire, ModelRequest request, HttpExchange exchange)
      throws IOException {
    requests.add(request);
    var reply = ModelScript.next(request);
    if (reply instanceof Reply.Refuse refusal) {
      respond(exchange, refusal.status(), wire.error(refusal));
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    var events = new EventStream(exchange.getResponseBody());
    switch (reply) {
      case Reply.Say say -> wire.say(say.text(), events);
      case Reply.Call call -> wire.call(call, request, events);
      case Reply.Hang _ -> hang(wire, events);
      case Reply.Refuse _ -> throw new IllegalStateException("Answered above");
    }
  }

  private void hang(ModelWire wire, EventStream events) throws IOException {
    wire.begin(Reply.Hang.FIRST_WORDS, events);
    try {
      while (!closing.await(200, TimeUnit.MILLISECONDS)) {
        events.ping();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void respond(HttpExchange exchange, int status, JsonNode body) throws IOException {
    var bytes = Json.bytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.close();
  }
}
