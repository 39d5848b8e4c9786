package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(40)
class HttpHardCasesTest {
  private static final String LISTEN =
      """
      {"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{
        "notifications":{"toolsListChanged":true},
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                 "io.modelcontextprotocol/clientCapabilities":{}}}}
      """;

  @Test
  void a_revoked_token_ends_the_streams_that_it_opened() throws Exception {
    var isValid = new AtomicBoolean(true);
    Access.Tokens tokens = token -> isValid.get() ? Optional.of(TaskOwner.LOCAL) : Optional.empty();
    try (var server = TestServer.start();
        var transport =
            HttpTransport.start(
                server.mcp(),
                tokens,
                HttpOptions.loopback(0).withHeartbeat(Duration.ofMillis(50)));
        var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(transport.url()))
              .header("Authorization", "Bearer any")
              .header("Content-Type", "application/json")
              .header("MCP-Protocol-Version", "2026-07-28")
              .header("Mcp-Method", "subscriptions/listen")
              .POST(HttpRequest.BodyPublishers.ofString(LISTEN))
              .build();
      try (var stream = client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
        assertThat(stream.read()).isPositive();
        isValid.set(false);
        assertThat(ends(stream)).isTrue();
      }
    }
  }

  /** Reads until the other side closes, in whatever way. */
  private static boolean ends(InputStream stream) {
    try {
      stream.transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void a_listener_that_takes_no_streams_is_refused_and_holds_no_stream() {
    try (var web = Web.serve(TestServer.start(), options -> options);
        var client = web.client()) {
      client.modern("{}");
      for (var i = 0; i < 40; i++) {
        assertThat(listen(client, "application/json").code()).isEqualTo(-32600);
      }
    }
  }

  private static Answer listen(WebClient client, String accept) {
    return client.post(
        LISTEN,
        Map.of(
            "Accept", accept,
            "MCP-Protocol-Version", "2026-07-28",
            "Mcp-Method", "subscriptions/listen"));
  }

  @Test
  void a_batch_is_counted_by_its_requests() {
    try (var web = Web.serve(TestServer.start(), options -> options.withRequestsPerOwner(2));
        var client = web.client()) {
      client.legacy("2025-03-26", "{}");
      assertThat(
              client
                  .post(
                      "[%s,%s]"
                          .formatted(HardCasesTest.PING, HardCasesTest.PING.replace(":1", ":2")))
                  .status())
          .isEqualTo(200);
      assertThat(
              client
                  .post(
                      "[%s,%s,%s]"
                          .formatted(HardCasesTest.PING, HardCasesTest.PING, HardCasesTest.PING))
                  .status())
          .isEqualTo(429);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GARBAGE, 400",
    "'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{', 408"
  })
  void a_broken_request_is_answered_without_a_word_of_the_insides(String head, int status)
      throws IOException {
    try (var server = TestServer.start();
        var transport =
            HttpTransport.start(server.mcp(), new Access.Open(), HttpOptions.loopback(0));
        var socket = new Socket(InetAddress.getLoopbackAddress(), transport.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer)
          .startsWith("HTTP/1.1 %d".formatted(status))
          .contains("\"code\":-32600")
          .doesNotContain("Exception", "<html");
    }
  }
}
