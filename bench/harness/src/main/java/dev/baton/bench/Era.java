package dev.baton.bench;

import static dev.baton.bench.CallTemplate.NUMBER;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/** How a client of each era begins and calls {@code echo}. */
enum Era {
  OLDER {
    @Override
    CallTemplate begin(HttpConnection connection) throws IOException {
      var opened = connection.exchange(post("", INITIALIZE).getBytes(UTF_8));
      if (opened.status() != 200) {
        throw new IOException("initialize was answered with " + opened);
      }
      var session =
          opened.header("Mcp-Session-Id").map("Mcp-Session-Id: %s\r\n"::formatted).orElse("")
              + "MCP-Protocol-Version: 2025-11-25\r\n";
      connection.exchange(post(session, INITIALIZED).getBytes(UTF_8));
      return new CallTemplate(post(session, CALL), ANSWER);
    }
  },

  NEWER {
    @Override
    CallTemplate begin(HttpConnection connection) {
      return ModernRequest.call("echo", TEXT).expecting(ANSWER);
    }
  };

  private static final String TEXT = "{\"text\":\"call-" + NUMBER + "\"}";
  private static final String ANSWER = "call-" + NUMBER;

  static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}\
      """;
  static final String INITIALIZED =
      """
      {"jsonrpc":"2.0","method":"notifications/initialized"}\
      """;
  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":"
          + NUMBER
          + ",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":"
          + TEXT
          + "}}";

  /** Gets a prompt that hands this text to its steps. */
  static CallTemplate prompt(String name) {
    return ModernRequest.prompt(name, TEXT).expecting(ANSWER);
  }

  /** Begins a conversation, with a handshake where there is one, and returns the call to repeat. */
  abstract CallTemplate begin(HttpConnection connection) throws IOException;

  String wireName() {
    return switch (this) {
      case OLDER -> "2025-11-25";
      case NEWER -> "2026-07-28";
    };
  }

  /** A whole HTTP request; each header line has its end. */
  static String post(String headers, String body) {
    return """
    POST /mcp HTTP/1.1\r
    Host: 127.0.0.1\r
    Content-Type: application/json\r
    Accept: application/json, text/event-stream\r
    %sContent-Length: %d\r
    \r
    %s\
    """
        .formatted(headers, body.getBytes(UTF_8).length, body);
  }
}
