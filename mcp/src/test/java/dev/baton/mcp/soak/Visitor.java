package dev.baton.mcp.soak;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** A client over one socket of its own, which can leave in the middle of anything. */
final class Visitor implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *([0-9]+)");

  private final Socket socket;

  Visitor(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  /** Posts a request of the newer era; the name may be empty. */
  void post(String method, String name, String params) throws IOException {
    var body =
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}}}}")
            .formatted(method, params);
    var named = name.isEmpty() ? "" : "Mcp-Name: %s\r\n".formatted(name);
    send(body, "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: %s\r\n%s".formatted(method, named));
  }

  void send(String body, String headers) throws IOException {
    write(
        ("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\n%sContent-Length: %d\r\n\r\n%s")
            .formatted(headers, body.getBytes(StandardCharsets.UTF_8).length, body));
  }

  void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  /** Reads until the text has come. */
  String readUntil(String expected) throws IOException {
    var read = new ByteArrayOutputStream();
    while (!read.toString(StandardCharsets.UTF_8).contains(expected)) {
      var next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("The server closed after: " + read.toString(StandardCharsets.UTF_8));
      }
      read.write(next);
    }
    return read.toString(StandardCharsets.UTF_8);
  }

  /** Reads one whole answer; one that took long is a stream, which its last chunk ends. */
  String readAnswer() throws IOException {
    var head = readUntil("\r\n\r\n");
    if (head.contains("text/event-stream")) {
      return head + readUntil("\r\n0\r\n\r\n");
    }
    var length = LENGTH.matcher(head);
    var body =
        length.find()
            ? socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)))
            : new byte[0];
    return head + new String(body, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
