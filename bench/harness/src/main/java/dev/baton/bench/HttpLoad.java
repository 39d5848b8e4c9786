package dev.baton.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls a server over several connections, each with one call at a time, and checks every answer.
 *
 * <p>One thread serves all connections, because what the driver burns the server does not get.
 */
final class HttpLoad implements AutoCloseable {
  private static final long SILENCE_MILLIS = 10_000;

  /** How each connection finds out what to call. */
  interface Beginning {
    CallTemplate begin(HttpConnection connection) throws IOException;
  }

  /** One client. */
  private static final class Caller {
    private final HttpConnection connection;
    private final CallTemplate call;
    private long sentAt;

    Caller(HttpConnection connection, CallTemplate call) {
      this.connection = connection;
      this.call = call;
    }
  }

  private final Selector selector;
  private final List<Caller> callers = new ArrayList<>();
  private long number;
  private int waiting;

  HttpLoad(int port, int connections, Beginning beginning) throws IOException {
    selector = Selector.open();
    for (var i = 0; i < connections; i++) {
      var connection = HttpConnection.open(port);
      var caller = new Caller(connection, beginning.begin(connection));
      callers.add(caller);
      connection.register(selector, caller);
    }
  }

  /** Calls for so long, and lets the calls end that were begun. */
  Latencies run(Duration duration) throws IOException {
    var latencies = new Latencies();
    var end = System.nanoTime() + duration.toNanos();
    for (var caller : callers) {
      send(caller);
    }
    while (waiting > 0) {
      if (selector.select(key -> receive(key, latencies, end), SILENCE_MILLIS) == 0) {
        throw new IOException("The server was silent for %d ms".formatted(SILENCE_MILLIS));
      }
    }
    return latencies;
  }

  private void receive(SelectionKey key, Latencies latencies, long end) {
    var caller = (Caller) key.attachment();
    try {
      if (!caller.connection.receive()) {
        return;
      }
      var now = System.nanoTime();
      latencies.add(now - caller.sentAt);
      caller.call.check(caller.connection.answer());
      waiting--;
      if (now < end) {
        send(caller);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(Caller caller) throws IOException {
    var request = caller.call.numbered(number++);
    waiting++;
    caller.sentAt = System.nanoTime();
    caller.connection.send(request);
  }

  @Override
  public void close() throws IOException {
    for (var caller : callers) {
      caller.connection.close();
    }
    selector.close();
  }
}
