package dev.baton.mcp.fuzz;

import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Whatever comes in over a socket, the server gives no 5xx and answers the next one. */
public final class EndpointFuzz {
  private static final int PATIENCE_MILLIS = 5_000;
  private static final int HEALTH_EVERY = 64;
  private static final HttpTransport TRANSPORT = start();
  private static int count;

  private EndpointFuzz() {}

  private static HttpTransport start() {
    try {
      return HttpTransport.start(FuzzedServer.start(), new Access.Open(), HttpOptions.loopback(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Called by the fuzzer: the first byte chooses how, the rest is a body or the whole request. */
  public static void fuzzerTestOneInput(byte[] data) throws IOException {
    if (data.length == 0) {
      return;
    }
    var rest = Arrays.copyOfRange(data, 1, data.length);
    var answer = exchange(data[0] % 2 == 0 ? posted(rest) : rest);
    // why: 505 refuses a version of HTTP that is none, and is no failure
    if (answer.startsWith("HTTP/1.1 5") && !answer.startsWith("HTTP/1.1 505 ")) {
      throw new AssertionError("The server failed: " + answer);
    }
    if (++count % HEALTH_EVERY == 0) {
      checkHealth();
    }
  }

  private static byte[] posted(byte[] body) {
    var head =
        """
        POST /mcp HTTP/1.1\r
        Host: 127.0.0.1\r
        Content-Type: application/json\r
        Accept: application/json\r
        MCP-Protocol-Version: 2026-07-28\r
        Mcp-Method: tools/call\r
        Mcp-Name: any\r
        Connection: close\r
        Content-Length: %d\r
        \r
        """
            .formatted(body.length)
            .getBytes(StandardCharsets.ISO_8859_1);
    var all = Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    return all;
  }

  private static void checkHealth() throws IOException {
    var request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    var answer = exchange(request.getBytes(StandardCharsets.ISO_8859_1));
    if (!answer.startsWith("HTTP/1.1 200")) {
      throw new AssertionError("The server is not well: " + answer);
    }
  }

  /** Sends all, ends the sending side, and reads what comes until the server closes. */
  private static String exchange(byte[] request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), TRANSPORT.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      return new String(head(socket.getInputStream()), StandardCharsets.ISO_8859_1);
    } catch (SocketException e) {
      // why: a server that has refused closes, also while the rest is being written
      return "";
    }
  }

  private static byte[] head(InputStream in) throws IOException {
    return in.readNBytes(64);
  }
}
