package dev.baton.mcp.transport;

import dev.baton.mcp.internal.connection.Outbox;
import dev.baton.mcp.internal.connection.StreamLimit;
import dev.baton.mcp.internal.connection.StreamLimit.TooManyStreamsException;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.RpcError;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** The older era's GET: a stream of what the server says without being asked. */
final class ServerStream {
  private static final Logger LOG = LoggerFactory.getLogger(ServerStream.class);

  /** How often a silent stream shows that it lives, and finds out whether the client does. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(5);

  private final StreamLimit limit;
  private final Sessions sessions;

  ServerStream(StreamLimit limit, Sessions sessions) {
    this.limit = limit;
    this.sessions = sessions;
  }

  void serve(Admission admission) throws IOException, HttpRefusalException {
    var exchange = admission.exchange();
    var owner = admission.owner();
    if (exchange.header("Accept").filter(type -> type.contains("text/event-stream")).isEmpty()) {
      HttpErrors.respond(exchange, 406, "A GET must accept text/event-stream");
      return;
    }
    var session = sessions.require(exchange, owner);
    try (var _ = limit.open(owner)) {
      session.streamOpened();
      try (var out = exchange.stream(HttpReply.STREAM_HEADERS)) {
        forward(session.connection().outbox(), admission, out);
      } finally {
        session.streamClosed();
      }
    } catch (TooManyStreamsException e) {
      HttpErrors.respond(exchange, 429, Message.error(RpcError.of(ErrorCode.INTERNAL_ERROR, e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forward(Outbox outbox, Admission admission, OutputStream out)
      throws InterruptedException {
    try {
      write(out, HttpReply.COMMENT);
      while (!outbox.isDone()) {
        var next = outbox.poll(HEARTBEAT);
        if (!admission.isStillValid()) {
          return;
        }
        deliver(next, outbox, out);
      }
    } catch (IOException e) {
      LOG.debug("The client closed its stream", e);
      admission.exchange().abort();
    }
  }

  private static void deliver(Optional<ObjectNode> next, Outbox outbox, OutputStream out)
      throws IOException {
    try {
      write(out, next.map(HttpReply::event).orElse(HttpReply.COMMENT));
    } catch (IOException e) {
      next.ifPresent(outbox::putBack);
      throw e;
    }
  }

  private static void write(OutputStream out, byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }
}
