package dev.baton.mcp.transport;

import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Envelope;
import dev.baton.mcp.internal.era.Era;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.internal.framing.Batch;
import dev.baton.mcp.internal.message.MalformedMessageException;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.MessageReader;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.server.McpServer;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Streamable HTTP at one path, for both eras: finds the connection, hands over the message. */
final class McpEndpoint implements AutoCloseable {
  /** A message's way here. */
  private record Arrival(Admission admission, Headers headers) {
    HttpExchange exchange() {
      return admission.exchange();
    }

    TaskOwner owner() {
      return admission.owner();
    }
  }

  private static final List<String> STREAM_TYPES = List.of("text/event-stream", "text/*", "*/*");

  private final McpServer server;
  private final Intake intake;
  private final Sessions sessions;
  private final Heartbeat heartbeat;
  private final ServerStream serverStream;
  private final Set<Connection> statelessConnections = ConcurrentHashMap.newKeySet();
  private final ExecutorService batchWorkers = Executors.newVirtualThreadPerTaskExecutor();

  McpEndpoint(McpServer server, Intake intake, Sessions sessions, Heartbeat heartbeat) {
    this.server = server;
    this.intake = intake;
    this.sessions = sessions;
    this.heartbeat = heartbeat;
    this.serverStream = new ServerStream(server.streams(), sessions);
  }

  void serve(Admission admission) throws IOException {
    var exchange = admission.exchange();
    try {
      switch (exchange.method()) {
        case "POST" -> post(new Arrival(admission, headers(exchange)));
        case "GET" -> serverStream.serve(admission);
        case "DELETE" -> delete(exchange, admission.owner());
        default ->
            HttpErrors.respond(exchange, 405, Map.of("Allow", "POST, GET, DELETE"), "Use POST");
      }
    } catch (HttpRefusalException e) {
      e.answer(exchange);
    }
  }

  private void post(Arrival arrival) throws IOException, HttpRefusalException {
    var exchange = arrival.exchange();
    if (exchange.header("Content-Type").filter(McpEndpoint::isJson).isEmpty()) {
      HttpErrors.respond(exchange, 415, "The Content-Type must be application/json");
      return;
    }
    try {
      var body = intake.body(exchange);
      if (body.isPresent()) {
        take(MessageReader.parse(body.get(), 0, body.get().length), arrival);
      }
    } catch (MalformedMessageException e) {
      HttpErrors.respond(exchange, 400, e.answer());
    }
  }

  private static boolean isJson(String contentType) {
    return contentType.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
  }

  private void take(JsonNode json, Arrival arrival)
      throws IOException, MalformedMessageException, HttpRefusalException {
    if (json.isArray()) {
      takeBatch(json, arrival);
      return;
    }
    switch (MessageReader.read(json)) {
      case Message.Request request -> {
        try {
          takeRequest(request, arrival);
        } catch (HttpRefusalException e) {
          e.answer(arrival.exchange(), request.id());
        }
      }
      case Message.Notification notification -> {
        if (Envelope.isClaimedBy(notification.params(), arrival.headers())) {
          accept(arrival);
        } else {
          inSession(arrival, connection -> server.receive(connection, notification));
        }
      }
      case Message.Response response ->
          inSession(arrival, connection -> server.receive(connection, response));
    }
  }

  /** Takes a message that wants no answer. */
  private void inSession(Arrival arrival, Consumer<Connection> taking)
      throws IOException, HttpRefusalException {
    taking.accept(sessions.require(arrival.exchange(), arrival.owner()).connection());
    accept(arrival);
  }

  private static void accept(Arrival arrival) throws IOException {
    arrival.exchange().respond(202, Map.of(), new byte[0]);
  }

  private void takeRequest(Message.Request request, Arrival arrival)
      throws IOException, HttpRefusalException {
    if (Envelope.isClaimedBy(request.params(), arrival.headers())) {
      counted(arrival, 1, reply -> serveStateless(request, arrival, reply));
    } else if (request.method().equals("initialize")) {
      counted(arrival, 1, reply -> initialize(request, arrival, reply));
    } else if (arrival.exchange().header(Sessions.ID_HEADER).isEmpty()
        && !Era.anyServes(request.method())) {
      var error =
          RpcError.of(
              ErrorCode.METHOD_NOT_FOUND, "Unknown method '%s'".formatted(request.method()));
      HttpErrors.respond(arrival.exchange(), 200, Message.error(request.id(), error));
    } else {
      var connection = sessions.require(arrival.exchange(), arrival.owner()).connection();
      counted(arrival, 1, reply -> server.serve(connection, request, arrival.headers(), reply));
    }
  }

  private void serveStateless(Message.Request request, Arrival arrival, HttpReply reply) {
    try (var connection = server.connect(arrival.owner())) {
      statelessConnections.add(connection);
      try {
        server.serve(connection, request, arrival.headers(), reply);
      } finally {
        statelessConnections.remove(connection);
      }
    }
  }

  private void initialize(Message.Request request, Arrival arrival, HttpReply reply) {
    var connection = server.connect(arrival.owner());
    server.serve(
        connection,
        request,
        arrival.headers(),
        new OpeningReply(reply, () -> reply.openSession(sessions.open(connection))));
  }

  /** Serves a request within the owner's limit, and lets the client see that it is alive. */
  private void counted(Arrival arrival, int requests, Consumer<HttpReply> work)
      throws IOException, HttpRefusalException {
    try (var held = intake.slot(arrival.owner(), requests)) {
      var reply = new HttpReply(arrival.admission(), held, takesStreams(arrival.exchange()));
      heartbeat.watch(reply);
      try {
        work.accept(reply);
      } finally {
        heartbeat.forget(reply);
      }
    }
  }

  private void takeBatch(JsonNode messages, Arrival arrival)
      throws IOException, MalformedMessageException, HttpRefusalException {
    if (arrival.exchange().header(Sessions.ID_HEADER).isEmpty()) {
      MessageReader.read(messages);
    }
    var connection = sessions.require(arrival.exchange(), arrival.owner()).connection();
    if (messages.isEmpty() || !connection.allowsBatches()) {
      MessageReader.read(messages);
    }
    counted(
        arrival,
        messages.size(),
        reply -> {
          var target =
              new Batch.Target(server, connection, Headers.NONE, reply.permit(), reply::send);
          var answers = Batch.serve(messages, batchWorkers, target);
          if (answers.isEmpty()) {
            reply.accept();
          } else {
            reply.end(200, answers);
          }
        });
  }

  private void delete(HttpExchange exchange, TaskOwner owner)
      throws IOException, HttpRefusalException {
    sessions.require(exchange, owner);
    sessions.end(exchange.header(Sessions.ID_HEADER).orElseThrow(), owner);
    exchange.respond(204, Map.of(), new byte[0]);
  }

  private static boolean takesStreams(HttpExchange exchange) {
    return exchange
        .header("Accept")
        .map(accept -> STREAM_TYPES.stream().anyMatch(accept::contains))
        .orElse(true);
  }

  private static Headers headers(HttpExchange exchange) {
    return exchange::header;
  }

  @Override
  public void close() {
    sessions.close();
    statelessConnections.forEach(Connection::close);
    batchWorkers.shutdownNow();
  }

  /** The way back for a handshake: if it succeeds, its answer opens a session. */
  private static final class OpeningReply implements Reply {
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
}
