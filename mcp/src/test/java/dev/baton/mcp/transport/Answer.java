package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a message was answered with.
 *
 * @param status the HTTP status; 200 where there is no HTTP
 * @param streamed true if it came as a server-sent event
 */
public record Answer(
    int status, Map<String, List<String>> headers, JsonNode message, boolean streamed) {
  static Answer of(JsonNode message) {
    return new Answer(200, Map.of(), message, false);
  }

  public ObjectNode result() {
    assertThat(message.path("result").isObject()).as("a result: %s", message).isTrue();
    return (ObjectNode) message.path("result");
  }

  public ObjectNode error() {
    assertThat(message.path("error").isObject()).as("an error: %s", message).isTrue();
    assertThat(message.path("error").path("message").asString("")).isNotBlank();
    return (ObjectNode) message.path("error");
  }

  public int code() {
    return error().path("code").intValue();
  }

  /** The text of a tool's result. */
  public String text() {
    return result().path("content").path(0).path("text").asString("");
  }

  public Optional<String> header(String name) {
    return headers.entrySet().stream()
        .filter(entry -> entry.getKey().equalsIgnoreCase(name))
        .map(entry -> entry.getValue().getFirst())
        .findFirst();
  }
}
