package dev.baton.app.agents;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** Server-sent events to one agent. */
final class EventStream {
  private final OutputStream out;

  EventStream(OutputStream out) {
    this.out = out;
  }

  /** An event with the name of its type. */
  void send(JsonNode data) throws IOException {
    write("event: %s\ndata: %s\n\n".formatted(data.path("type").asString(""), data));
  }

  void sendUnnamed(JsonNode data) throws IOException {
    write("data: %s\n\n".formatted(data));
  }

  /** Shows that the other side still listens: fails if it does not. */
  void ping() throws IOException {
    write(": ping\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
