package dev.baton.app.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.app.background.NoServerException;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.api.Test;

class McpClientTest {
  private static URI url(int port) {
    return URI.create("http://127.0.0.1:%d/mcp".formatted(port));
  }

  @Test
  void a_server_that_dies_under_a_request_is_named_with_what_to_do() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var client = new McpClient(url(socket.getLocalPort()), "token")) {
      var dying =
          Thread.startVirtualThread(
              () -> {
                try (var caller = socket.accept()) {
                  caller.getInputStream().readNBytes(10);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });

      assertThatThrownBy(() -> client.request("tools/list", Json.object()))
          .isInstanceOf(NoServerException.class)
          .hasMessageStartingWith(
              "The server at %s went away during tools/list, which may have been done or not: look,"
                  .formatted(url(socket.getLocalPort())));
      dying.join();
    }
  }

  @Test
  void a_server_that_is_gone_is_named_with_what_to_do() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    try (var client = new McpClient(url(port), "token")) {
      assertThatThrownBy(() -> client.request("tools/list", Json.object()))
          .isInstanceOf(NoServerException.class)
          .hasMessageStartingWith(
              "Nobody answers at %s any more; 'baton status' says".formatted(url(port)));
    }
  }
}
