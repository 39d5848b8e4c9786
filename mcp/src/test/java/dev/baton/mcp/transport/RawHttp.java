package dev.baton.mcp.transport;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A TCP connection on which a test writes every byte itself. */
final class RawHttp implements AutoCloseable {
  private static final int LIMIT_MILLIS = 15_000;

  private final Socket socket;
  private final BufferedReader lines;

  RawHttp(int port) {
    try {
      socket = new Socket();
      // why: a small window, so that a client that does not read is felt soon
      socket.setReceiveBufferSize(4096);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket.setSoTimeout(LIMIT_MILLIS);
      lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes lines, each with its end. */
  RawHttp lines(String... text) {
    return text(String.join("\r\n", text) + "\r\n");
  }

  RawHttp text(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Posts a body with a token, the right host and these headers. */
  RawHttp post(String body, String... headers) {
    var head = new ArrayList<String>();
    head.add("POST /mcp HTTP/1.1");
    head.add("Host: localhost:" + socket.getPort());
    head.add("Authorization: Bearer " + TestTokens.LOCAL);
    head.add("Content-Type: application/json");
    head.add("Accept: application/json, text/event-stream");
    head.add("Content-Length: " + body.getBytes(StandardCharsets.ISO_8859_1).length);
    head.addAll(List.of(headers));
    head.add("");
    return lines(head.toArray(String[]::new)).text(body);
  }

  /** Posts a request of the newer era with the headers that belong to it. */
  RawHttp postModern(String method, String name, String params, String... headers) {
    var all = new ArrayList<>(List.of("MCP-Protocol-Version: 2026-07-28", "Mcp-Method: " + method));
    if (!name.isEmpty()) {
      all.add("Mcp-Name: " + name);
    }
    all.addAll(List.of(headers));
    var meta =
        "'_meta': {'io.modelcontextprotocol/protocolVersion': '2026-07-28',"
            + " 'io.modelcontextprotocol/clientCapabilities': {}}";
    var body =
        "{'jsonrpc': '2.0', 'id': 1, 'method': '%s', 'params': {%s%s}}"
            .formatted(method, params.isEmpty() ? "" : params + ", ", meta)
            .replace('\'', '"');
    return post(body, all.toArray(String[]::new));
  }

  /** Tells the server that nothing more comes, and goes on reading. */
  RawHttp halfClose() {
    try {
      socket.shutdownOutput();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The status of the next response. */
  int status() {
    return Integer.parseInt(readLine().substring("HTTP/1.1 ".length()).substring(0, 3));
  }

  /** The next line, without its end. */
  String readLine() {
    try {
      var line = lines.readLine();
      if (line == null) {
        throw new AssertionError("The server closed the connection");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads until a line is as given. */
  RawHttp awaitLine(String prefix) {
    var _ = line(prefix);
    return this;
  }

  /** The next line that begins so; the lines before it do not matter. */
  String line(String prefix) {
    var line = readLine();
    while (!line.startsWith(prefix)) {
      line = readLine();
    }
    return line;
  }

  /** Reads until the server closes the connection; false if it does not. */
  boolean awaitClose() {
    try {
      while (lines.read() >= 0) {
        // why: what still comes does not matter
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** True if the server closes the connection in time, though nothing of its answer is read. */
  boolean closesWithoutBeingRead(Duration limit) {
    try {
      Awaitility.await().atMost(limit).ignoreExceptions().until(() -> !canStillWrite());
      return true;
    } catch (ConditionTimeoutException e) {
      return false;
    }
  }

  private boolean canStillWrite() {
    try {
      socket.getOutputStream().write('\n');
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
