package dev.baton.fakeagent;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Standard output: an event a line, and nothing after the last one. Thread safe, because a signal
 * comes on another thread.
 */
final class EventStream {
  private static final int CHUNK = 8192;

  private final OutputStream out;
  private String sessionId = "";
  private String cost = "";
  private boolean isClosed;
  private int outputBytes;

  EventStream(OutputStream out) {
    this.out = out;
  }

  synchronized void session(ConversationFile conversation, boolean resumed, String variant)
      throws IOException {
    sessionId = conversation.id();
    emit(
        event("session")
            .member("session_id", sessionId)
            .member("turn", conversation.turns())
            .member("resumed", resumed)
            .member("variant", variant));
  }

  void say(String text) throws IOException {
    emit(event("assistant").member("text", text));
  }

  void think(String text) throws IOException {
    emit(event("thinking").member("text", text));
  }

  void error(String code, String message) throws IOException {
    emit(event("error").member("code", code).member("message", message));
  }

  /** What the conversation has cost so far is told with the usage. */
  void cost(String dollars) {
    cost = dollars;
  }

  void usage(int inputTokens) throws IOException {
    var usage =
        event("usage").member("input_tokens", inputTokens).member("output_tokens", outputBytes / 4);
    emit(cost.isEmpty() ? usage : usage.member("cost_usd", cost));
  }

  static JsonWriter event(String type) {
    return new JsonWriter().member("type", type);
  }

  synchronized void emit(JsonWriter event) throws IOException {
    var bytes = (event + "\n").getBytes(StandardCharsets.UTF_8);
    if (!isClosed) {
      outputBytes += bytes.length;
      out.write(bytes);
    }
  }

  /** Prints plain lines, each padded to this many bytes, whatever that takes. */
  void lines(int count, long bytes) throws IOException {
    var padding = new byte[CHUNK];
    Arrays.fill(padding, (byte) '.');
    var chunk = new BufferedOutputStream(new Guarded(), CHUNK);
    for (var number = 1; number <= count; number++) {
      var text = ("line " + number).getBytes(StandardCharsets.US_ASCII);
      chunk.write(text);
      for (var left = bytes - text.length; left > 0; left -= CHUNK) {
        chunk.write(padding, 0, (int) Math.min(left, CHUNK));
      }
      chunk.write('\n');
    }
    chunk.flush();
  }

  /** Where plain text goes: nowhere after the last event. */
  private final class Guarded extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      synchronized (EventStream.this) {
        if (!isClosed) {
          out.write(bytes, offset, length);
        }
      }
    }
  }

  /** Prints the last event: how the turn ended. Only the first call does something. */
  synchronized void close(String status, String error) throws IOException {
    var result = event("result").member("status", status);
    if (!sessionId.isEmpty()) {
      result.member("session_id", sessionId);
    }
    if (!error.isEmpty()) {
      result.member("error", error);
    }
    emit(result);
    isClosed = true;
  }

  /** Prints nothing any more. */
  synchronized void silence() {
    isClosed = true;
  }
}
