package dev.baton.fakeagent;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call of one of the server's tools: a single request of protocol revision 2026-07-28. */
final class McpCall {
  private static final String VERSION = "2026-07-28";
  private static final String PREFIX = "io.modelcontextprotocol/";

  private final boolean isError;
  private final String text;

  private McpCall(boolean isError, String text) {
    this.isError = isError;
    this.text = text;
  }

  /**
   * Calls the tool.
   *
   * @param arguments a JSON object
   */
  static McpCall send(String url, String token, String tool, String arguments)
      throws IOException, MalformedJsonException {
    JsonReader.parseObject(arguments);
    var headers =
        "Accept: application/json, text/event-stream\r\nAuthorization: Bearer "
            + token
            + "\r\nMCP-Protocol-Version: "
            + VERSION
            + "\r\nMcp-Method: tools/call\r\nMcp-Name: "
            + tool
            + "\r\n";
    var answer = HttpPost.send(url, headers, request(tool, arguments));
    return answer.isEventStream() ? fromEvents(answer.body()) : from(answer.body());
  }

  boolean isError() {
    return isError;
  }

  /** What the tool answered, or what went wrong. */
  String text() {
    return text;
  }

  private static String request(String tool, String arguments) {
    var client = new JsonWriter().member("name", "fake-agent").member("version", "1").toString();
    var meta =
        new JsonWriter()
            .member(PREFIX + "protocolVersion", VERSION)
            .raw(PREFIX + "clientInfo", client)
            .raw(PREFIX + "clientCapabilities", "{}")
            .toString();
    var params =
        new JsonWriter().member("name", tool).raw("arguments", arguments).raw("_meta", meta);
    return new JsonWriter()
        .member("jsonrpc", "2.0")
        .member("id", 1)
        .member("method", "tools/call")
        .raw("params", params.toString())
        .toString();
  }

  /** The answer is the event that is neither a notification nor a request. */
  private static McpCall fromEvents(String body) throws MalformedJsonException {
    for (var line : body.split("\n", -1)) {
      if (line.startsWith("data:")) {
        var call = find(line.substring("data:".length()));
        if (call != null) {
          return call;
        }
      }
    }
    return new McpCall(true, "the server's stream ended without an answer");
  }

  private static McpCall from(String body) throws MalformedJsonException {
    var call = find(body);
    return call == null ? new McpCall(true, "the server's answer is none: " + body) : call;
  }

  private static @Nullable McpCall find(String json) throws MalformedJsonException {
    var message = JsonReader.parseObject(json);
    if (message.get("error") instanceof Map<?, ?> error) {
      return new McpCall(true, JsonReader.string(error, "message"));
    }
    if (message.get("result") instanceof Map<?, ?> result) {
      return new McpCall(Boolean.TRUE.equals(result.get("isError")), text(result));
    }
    return null;
  }

  private static String text(Map<?, ?> result) {
    var text = new StringBuilder();
    if (result.get("content") instanceof List<?> contents) {
      for (var content : contents) {
        if (content instanceof Map<?, ?> part && part.get("text") instanceof String words) {
          text.append(text.isEmpty() ? "" : "\n").append(words);
        }
      }
    }
    return text.toString();
  }
}
