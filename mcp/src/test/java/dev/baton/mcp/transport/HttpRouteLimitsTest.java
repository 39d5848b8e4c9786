package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What is served beside MCP has the same limits. */
class HttpRouteLimitsTest {
  private static final int MOST_BYTES = 1_000;

  private final CountDownLatch arrived = new CountDownLatch(2);
  private final CountDownLatch gate = new CountDownLatch(1);
  private final Web web =
      Web.serve(
          TestServer.start(),
          options ->
              options
                  .withRefusals(new EnvelopeRefusals())
                  .withRequestsPerOwner(2)
                  .withMaxMessageBytes(MOST_BYTES)
                  .withRoute(new Route("POST", "/api/echo", HttpRouteLimitsTest::echo))
                  .withRoute(new Route("POST", "/api/wait", this::await)));
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    gate.countDown();
    client.close();
    web.close();
  }

  private static Route.Response echo(Route.Request request) {
    return new Route.Response(200, "text/plain", request.body());
  }

  private Route.Response await(Route.Request request) throws InterruptedException {
    arrived.countDown();
    assertThat(gate.await(1, TimeUnit.MINUTES)).isTrue();
    return echo(request);
  }

  private HttpRequest post(String token, String path, byte[] body) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + path))
        .header("Authorization", "Bearer " + token)
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
  }

  private HttpResponse<String> send(String token, String path, byte[] body) throws Exception {
    return client.send(post(token, path, body), HttpResponse.BodyHandlers.ofString());
  }

  private static ObjectNode envelope(HttpResponse<String> answer) {
    var envelope = Json.parseObject(answer.body());
    assertThat(envelope.propertyNames()).contains("code", "message", "retryable", "hint");
    return envelope;
  }

  @Test
  void an_owner_with_too_many_requests_in_flight_is_told_to_wait_and_others_are_served()
      throws Exception {
    var handler = HttpResponse.BodyHandlers.ofString();
    var first = client.sendAsync(post(TestTokens.ALICE, "/api/wait", new byte[0]), handler);
    var second = client.sendAsync(post(TestTokens.ALICE, "/api/wait", new byte[0]), handler);
    assertThat(arrived.await(1, TimeUnit.MINUTES)).isTrue();

    var refused = send(TestTokens.ALICE, "/api/echo", new byte[0]);
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    assertThat(envelope(refused).path("retryable").asBoolean(false)).isTrue();
    assertThat(send(TestTokens.BOB, "/api/echo", new byte[0]).statusCode()).isEqualTo(200);

    gate.countDown();
    assertThat(first.get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(200);
    assertThat(second.get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(200);
    assertThat(send(TestTokens.ALICE, "/api/echo", new byte[0]).statusCode()).isEqualTo(200);
  }

  @Test
  void a_body_that_is_too_large_is_refused_before_it_is_read() throws Exception {
    var refused = send(TestTokens.LOCAL, "/api/echo", new byte[MOST_BYTES + 1]);

    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(envelope(refused).path("message").asString(""))
        .isEqualTo("The message is longer than 1000 bytes");
  }

  @Test
  void bytes_that_are_no_text_are_refused() throws Exception {
    var refused = send(TestTokens.LOCAL, "/api/echo", new byte[] {'"', (byte) 0xFF, '"'});

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(envelope(refused).path("message").asString("")).isEqualTo("The body is not UTF-8");
  }

  @Test
  void a_body_that_ends_early_is_answered_with_an_envelope() throws Exception {
    assertThat(raw("Content-Length: 100\r\n\r\n{}")).contains(" 408 ", "\"hint\"");
    assertThat(raw("Transfer-Encoding: chunked\r\n\r\nzz\r\n{}"))
        .containsAnyOf(" 400 ", " 408 ")
        .doesNotContain("dev.baton", "Exception");
  }

  /** What comes back for a request that is written by hand and then ends. */
  private String raw(String rest) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), web.port())) {
      var head =
          "POST /api/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n%s"
              .formatted(TestTokens.LOCAL, rest);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
