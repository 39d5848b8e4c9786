package dev.baton.mcp.transport;

import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.framing.Batch;
import dev.baton.mcp.internal.framing.LineReader;
import dev.baton.mcp.internal.framing.LineWriter;
import dev.baton.mcp.internal.message.LongRequest;
import dev.baton.mcp.internal.message.MalformedMessageException;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.MessageReader;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.server.McpServer;
import dev.baton.task.TaskOwner;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Serves one client over a pair of streams: a JSON message a line, in both directions. */
public final class StdioTransport {
  private static final Logger LOG = LoggerFactory.getLogger(StdioTransport.class);
  private static final int MAX_IN_FLIGHT = 1024;
  private static final Duration PATIENCE_WHEN_FULL = Duration.ofMillis(100);
  private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(30);

  private final McpServer server;
  private final TaskOwner owner;
  private final LineReader lines;
  private final LineWriter writer;
  private final int maxMessageBytes;
  private final Permit permit;
  private final Refusals refusals;
  private final ExecutorService batchWorkers = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore slots = new Semaphore(MAX_IN_FLIGHT);

  private StdioTransport(
      McpServer server,
      TaskOwner owner,
      InputStream in,
      OutputStream out,
      int maxMessageBytes,
      Permit permit,
      Refusals refusals) {
    this.server = server;
    this.owner = owner;
    this.lines = new LineReader(in, maxMessageBytes);
    this.writer = new LineWriter(out);
    this.maxMessageBytes = maxMessageBytes;
    this.permit = permit;
    this.refusals = refusals;
  }

  /**
   * Serves the client on standard input and output until it closes them. From here on whatever the
   * program prints goes to standard error, because standard output is the protocol's alone.
   */
  public static void serveStandardStreams(McpServer server) throws IOException {
    System.setOut(
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
    serve(
        server,
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        Message.MAX_BYTES);
  }

  /** Serves the client on these streams until it closes them and its requests are answered. */
  public static void serve(McpServer server, InputStream in, OutputStream out, int maxMessageBytes)
      throws IOException {
    serve(server, TaskOwner.LOCAL, in, out, maxMessageBytes, Permit.LASTING, Refusals.PLAIN);
  }

  /**
   * The same for another owner than the user of this machine.
   *
   * @param permit whether this client is still served, asked for every message; its token may end
   * @param refusals what it is told whose message is too long
   */
  public static void serve(
      McpServer server,
      TaskOwner owner,
      InputStream in,
      OutputStream out,
      int maxMessageBytes,
      Permit permit,
      Refusals refusals)
      throws IOException {
    new StdioTransport(server, owner, in, out, maxMessageBytes, permit, refusals).run();
  }

  private void run() throws IOException {
    try (var connection = server.connect(owner)) {
      var forwarder = Thread.startVirtualThread(() -> forward(connection));
      var workers = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("call").factory());
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        take(line.get(), connection, workers);
      }
      finish(connection, workers, forwarder);
    }
  }

  private void forward(Connection connection) {
    try {
      var outbox = connection.outbox();
      for (var next = outbox.take(); next.isPresent(); next = outbox.take()) {
        if (permit.findRefusal().isEmpty()) {
          writer.write(next.get());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void finish(Connection connection, ExecutorService workers, Thread forwarder) {
    connection.clientIsLeaving();
    workers.shutdown();
    try {
      if (!workers.awaitTermination(PATIENCE_AT_THE_END.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Requests were still running {} after the client left", PATIENCE_AT_THE_END);
      }
      batchWorkers.shutdownNow();
      connection.outbox().close();
      forwarder.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(LineReader.Line line, Connection connection, ExecutorService workers) {
    if (line.isTooLong()) {
      var error = RpcError.of(ErrorCode.INVALID_REQUEST, refusals.tooLong(maxMessageBytes));
      // why: without its id the client waits for an answer until its patience ends
      writer.write(
          LongRequest.findId(line.bytes())
              .map(id -> Message.error(id, error))
              .orElseGet(() -> Message.error(error)));
      return;
    }
    if (isBlank(line.bytes())) {
      return;
    }
    try {
      take(MessageReader.parse(line.bytes(), 0, line.bytes().length), connection, workers);
    } catch (MalformedMessageException e) {
      writer.write(e.answer());
    } catch (RuntimeException e) {
      // why: whatever one message does, the next one is served
      LOG.error("A message could not be taken", e);
      writer.write(
          Message.error(
              RpcError.of(
                  ErrorCode.INTERNAL_ERROR, "The message could not be taken; the log says why")));
    }
  }

  private void take(JsonNode json, Connection connection, ExecutorService workers)
      throws MalformedMessageException {
    var refused = permit.findRefusal();
    if (refused.isPresent()) {
      refuse(json, refused.get());
      return;
    }
    if (json.isArray() && !json.isEmpty() && connection.allowsBatches()) {
      if (json.size() > MAX_IN_FLIGHT) {
        writer.write(
            Message.error(
                RpcError.of(
                    ErrorCode.INVALID_REQUEST,
                    "A batch has at most %d messages".formatted(MAX_IN_FLIGHT))));
        return;
      }
      var target =
          new Batch.Target(
              server, connection, Headers.NONE, permit, new StdioReply(writer, permit)::send);
      workers.execute(
          () -> {
            var answers = Batch.serve(json, batchWorkers, target);
            if (!answers.isEmpty()) {
              writer.write(answers);
            }
          });
      return;
    }
    switch (MessageReader.read(json)) {
      case Message.Notification notification -> server.receive(connection, notification);
      case Message.Response response -> server.receive(connection, response);
      case Message.Request request -> start(request, connection, workers);
    }
  }

  /** Tells a client that is not served any more why; what wants no answer gets none. */
  private void refuse(JsonNode json, String reason) throws MalformedMessageException {
    var error = RpcError.of(ErrorCode.INVALID_REQUEST, reason);
    if (json.isArray()) {
      writer.write(Message.error(error));
    } else if (MessageReader.read(json) instanceof Message.Request request) {
      writer.write(Message.error(request.id(), error));
    }
  }

  private void start(Message.Request request, Connection connection, ExecutorService workers) {
    var reply = new StdioReply(writer, permit);
    if (request.method().equals("initialize")) {
      // why: what follows in the stream relies on the handshake
      server.serve(connection, request, Headers.NONE, reply);
      return;
    }
    if (!hasSlot()) {
      reply.answer(
          Message.error(
              request.id(),
              RpcError.of(
                  ErrorCode.INTERNAL_ERROR,
                  "%d requests are in flight, which is the limit; wait for answers"
                      .formatted(MAX_IN_FLIGHT))));
      return;
    }
    workers.execute(
        () -> {
          try {
            server.serve(connection, request, Headers.NONE, reply);
          } finally {
            slots.release();
          }
        });
  }

  private boolean hasSlot() {
    try {
      return slots.tryAcquire(PATIENCE_WHEN_FULL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isBlank(byte[] bytes) {
    for (var b : bytes) {
      if (b != ' ' && b != '\r' && b != '\t') {
        return false;
      }
    }
    return true;
  }
}
