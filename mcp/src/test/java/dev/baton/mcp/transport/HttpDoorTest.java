package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.server.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in over HTTP. */
class HttpDoorTest {
  private final TestServer server = TestServer.start();
  @AutoClose private final Web web = Web.serve(server);

  private int status(String host, String... headers) {
    try (var raw = web.raw()) {
      raw.lines("POST /mcp HTTP/1.1", "Host: " + host, "Content-Type: application/json");
      raw.lines("Content-Length: 2");
      if (headers.length > 0) {
        raw.lines(headers);
      }
      raw.lines("", "{}");
      return raw.status();
    }
  }

  private static final String TOKEN = "Authorization: Bearer " + TestTokens.LOCAL;

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "localhost:1", "127.0.0.1", "[::1]:80", "LOCALHOST"})
  void a_host_that_is_this_machine_gets_in(String host) {
    assertThat(status(host, TOKEN)).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "0.0.0.0"
      })
  void a_foreign_host_alone_is_forbidden(String host) {
    assertThat(status(host, TOKEN)).isEqualTo(403);
  }

  @Test
  void who_is_refused_before_the_body_has_come_is_told_that_the_connection_ends() {
    try (var raw = web.raw()) {
      raw.lines("POST /mcp HTTP/1.1", "Host: evil.example", "Content-Length: 2", "");
      assertThat(raw.status()).isEqualTo(403);
      raw.awaitLine("Connection: close");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example",
        "null",
        "http://localhost.evil.example",
        "http://localhost@evil.example",
        "http://evil.example/localhost",
        "file://",
        "nonsense ::"
      })
  void a_foreign_origin_alone_is_forbidden(String origin) {
    assertThat(status("localhost", TOKEN, "Origin: " + origin)).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:3000", "http://127.0.0.1", "http://[::1]:9"})
  void an_origin_on_this_machine_gets_in(String origin) {
    assertThat(status("localhost", TOKEN, "Origin: " + origin)).isEqualTo(400);
  }

  @Test
  void a_foreign_page_is_forbidden_before_anybody_looks_at_its_token() {
    assertThat(status("evil.example")).isEqualTo(403);
  }

  @Test
  void a_request_without_a_host_does_not_get_in() {
    try (var raw = web.raw()) {
      raw.lines("POST /mcp HTTP/1.0", TOKEN, "Content-Length: 2", "", "{}");
      assertThat(raw.status()).isBetween(400, 403);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Nothing: 1",
        "Authorization: Bearer wrong",
        "Authorization: Bearer",
        "Authorization: Basic token-local",
        "Authorization: token-local"
      })
  void without_a_valid_token_nobody_gets_in(String header) {
    try (var raw = web.raw()) {
      raw.lines("POST /mcp HTTP/1.1", "Host: localhost", header, "Content-Length: 2", "", "{}");
      assertThat(raw.status()).isEqualTo(401);
      raw.awaitLine("WWW-Authenticate: Bearer");
    }
  }

  @Test
  void the_word_bearer_may_be_written_in_any_case() {
    assertThat(status("localhost", "authorization: bEaReR " + TestTokens.LOCAL)).isEqualTo(400);
  }

  @Test
  void health_needs_no_token_but_the_right_host() {
    try (var raw = web.raw()) {
      raw.lines("GET /healthz HTTP/1.1", "Host: localhost", "");
      assertThat(raw.status()).isEqualTo(200);
    }
    try (var raw = web.raw()) {
      raw.lines("GET /healthz HTTP/1.1", "Host: evil.example", "");
      assertThat(raw.status()).isEqualTo(403);
    }
  }

  @Test
  void health_says_what_keeps_the_server_from_its_work() throws Exception {
    var problem = new AtomicReference<Optional<String>>(Optional.empty());
    try (var ill = Web.serve(TestServer.start(), options -> options.withHealth(problem::get));
        var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(ill.url()).resolve("/healthz")).build();
      var good = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(good.statusCode()).isEqualTo(200);
      assertThat(good.body()).isEqualTo("{\"status\":\"ok\"}");
      problem.set(Optional.of("The disk is full"));
      var bad = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(bad.statusCode()).isEqualTo(503);
      assertThat(bad.body())
          .isEqualTo("{\"status\":\"unavailable\",\"problem\":\"The disk is full\"}");
    }
  }

  @Test
  void another_path_is_not_found() {
    try (var raw = web.raw()) {
      raw.lines("POST /other HTTP/1.1", "Host: localhost", TOKEN, "Content-Length: 0", "");
      assertThat(raw.status()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::"})
  void without_a_token_the_server_refuses_to_bind_beyond_loopback(String host) {
    assertThatThrownBy(
            () ->
                HttpTransport.start(
                    server.mcp(), new Access.Open(), HttpOptions.loopback(0).withHost(host)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(host);
  }

  @Test
  void without_a_token_everybody_on_loopback_is_the_local_user() throws Exception {
    try (var open = HttpTransport.start(server.mcp(), new Access.Open(), HttpOptions.loopback(0));
        var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(open.url()))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(400);
    }
  }

  @Test
  void a_port_that_is_taken_is_named() {
    var options = HttpOptions.loopback(web.port());
    assertThatThrownBy(() -> HttpTransport.start(server.mcp(), new TestTokens(), options))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(String.valueOf(web.port()));
  }
}
