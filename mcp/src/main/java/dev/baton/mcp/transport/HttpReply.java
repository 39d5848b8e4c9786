package dev.baton.mcp.transport;

import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Permit;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The way back for one POST: plain JSON if the answer comes at once, an event stream as soon as
 * there is something to say before it. Thread safe.
 */
final class HttpReply implements Reply {
  private static final Logger LOG = LoggerFactory.getLogger(HttpReply.class);
  private static final byte[] EVENT = "event: message\ndata: ".getBytes(StandardCharsets.UTF_8);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);
  static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);
  static final Map<String, String> STREAM_HEADERS =
      Map.of(
          "Content-Type", "text/event-stream",
          "Cache-Control", "no-cache",
          "X-Accel-Buffering", "no");

  private final Admission admission;
  private final HttpExchange exchange;
  private final OwnerSlots.Slot slot;
  private final boolean mayStream;
  private final ReentrantLock lock = new ReentrantLock();
  private Optional<OutputStream> stream = Optional.empty();
  private final List<Runnable> onGone = new ArrayList<>();
  private Optional<String> sessionId = Optional.empty();
  private boolean young = true;
  private boolean ended;
  private boolean gone;

  /**
   * A reply that nothing has been sent of.
   *
   * @param mayStream false if the client said that it does not take event streams
   */
  HttpReply(Admission admission, OwnerSlots.Slot slot, boolean mayStream) {
    this.admission = admission;
    this.exchange = admission.exchange();
    this.slot = slot;
    this.mayStream = mayStream;
  }

  /** Names the session that the answer opens. */
  void openSession(String id) {
    sessionId = Optional.of(id);
  }

  @Override
  public Permit permit() {
    return admission.permit();
  }

  @Override
  public boolean send(ObjectNode message) {
    return mayStream
        && locked(
            () -> {
              open().write(event(message));
              open().flush();
            });
  }

  @Override
  public void staysOpen() {
    slot.close();
  }

  @Override
  public void answer(ObjectNode response) {
    end(200, response);
  }

  @Override
  public void refuse(ObjectNode response, Refusal reason) {
    end(
        switch (reason) {
          case BAD_REQUEST -> 400;
          case UNKNOWN_METHOD -> 404;
          case TOO_MANY -> 429;
        },
        response);
  }

  /** Sends the answer, or all answers of a batch. */
  void end(int status, JsonNode response) {
    finish(
        () -> {
          if (stream.isPresent()) {
            open().write(event(response));
            open().close();
          } else {
            exchange.respond(status, headers(), Json.bytes(response));
          }
        });
  }

  /** Accepts a message that wants no answer. */
  void accept() {
    finish(() -> exchange.respond(202, Map.of(), new byte[0]));
  }

  private Map<String, String> headers() {
    return sessionId
        .map(id -> Map.of("Content-Type", "application/json", Sessions.ID_HEADER, id))
        .orElse(Map.of("Content-Type", "application/json"));
  }

  @Override
  public void withhold() {
    finish(() -> open().close());
  }

  @Override
  public void onClientGone(Runnable action) {
    lock.lock();
    try {
      if (gone) {
        action.run();
      } else {
        onGone.add(action);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Shows that the request lives; if the client has left, this is how it is found out. The first
   * beat is let pass, so that a quick answer is never a stream.
   */
  void beat() {
    if (!lock.tryLock()) {
      return; // somebody is writing, so there is life
    }
    try {
      if (young) {
        young = false;
      } else if (mayStream) {
        locked(
            () -> {
              open().write(COMMENT);
              open().flush();
            });
      }
    } finally {
      lock.unlock();
    }
  }

  private OutputStream open() throws IOException {
    if (stream.isEmpty()) {
      stream = Optional.of(exchange.stream(STREAM_HEADERS));
    }
    return stream.get();
  }

  private interface WriteAction {
    void run() throws IOException;
  }

  /** Writes, unless the reply has ended or the client is gone. */
  private boolean locked(WriteAction action) {
    lock.lock();
    try {
      if (gone || ended) {
        return false;
      }
      if (!young && !admission.isStillValid()) {
        throw new IOException("The token was revoked");
      }
      action.run();
      return true;
    } catch (IOException e) {
      LOG.debug("The client left before its answer", e);
      gone = true;
      exchange.abort();
      onGone.forEach(Runnable::run);
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void finish(WriteAction action) {
    locked(
        () -> {
          action.run();
          ended = true;
        });
  }

  /** A message as a server-sent event; JSON has no line breaks of its own. */
  static byte[] event(JsonNode message) {
    var json = Json.bytes(message);
    return ByteBuffer.allocate(EVENT.length + json.length + END.length)
        .put(EVENT)
        .put(json)
        .put(END)
        .array();
  }
}
