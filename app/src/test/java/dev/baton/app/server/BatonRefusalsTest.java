package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.mcp.transport.Route;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What those are told whom HTTP refuses: which command of Baton helps. */
class BatonRefusalsTest {
  private static final String TOKEN = "Bearer secret";

  private final HttpClient client = HttpClient.newHttpClient();
  private final McpServer server = McpServer.named("refusing", "1").build();
  private HttpTransport transport;

  @BeforeEach
  void open() throws IOException {
    Access.Tokens tokens =
        token -> token.equals("secret") ? Optional.of(TaskOwner.LOCAL) : Optional.empty();
    transport =
        HttpTransport.start(
            server,
            tokens,
            HttpOptions.loopback(0)
                .withRefusals(new BatonRefusals())
                .withRoute(
                    new Route(
                        "POST", "/api/{thing}", _ -> new Route.Response(200, "text/plain", "")))
                .withMaxMessageBytes(10));
  }

  @AfterEach
  void close() {
    client.close();
    transport.close();
    server.close();
  }

  private HttpRequest.Builder at(String path) {
    return HttpRequest.newBuilder(URI.create(transport.url()).resolve(path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private void assertFailure(HttpRequest.Builder request, int status, String code, String hint)
      throws Exception {
    var answer = send(request);
    assertThat(answer.statusCode()).isEqualTo(status);
    var envelope = Json.parseObject(answer.body());
    assertThat(envelope.propertyNames()).containsExactly("code", "message", "retryable", "hint");
    assertThat(envelope.path("code").asString("")).isEqualTo(code);
    assertThat(envelope.path("message").asString("")).isNotBlank();
    assertThat(envelope.path("hint").asString("")).isEqualTo(hint);
  }

  @Test
  void where_operations_are_refusals_are_envelopes() throws Exception {
    assertFailure(
        at("/api/x"),
        401,
        "invalid_argument",
        "Send 'Authorization: Bearer TOKEN' with the token that 'baton serve' or 'baton token add'"
            + " printed");
    assertFailure(
        at("/api/x").header("Authorization", TOKEN).header("Origin", "http://evil.example"),
        403,
        "invalid_argument",
        "Call the server by the address that 'baton status' prints, from no other site");
    assertFailure(
        at("/api/x/y").header("Authorization", TOKEN),
        404,
        "not_found",
        "Call tools/list at /mcp to see what operations are");
    assertFailure(
        at("/api/x").header("Authorization", TOKEN),
        405,
        "invalid_argument",
        "Send it with that method");
    assertFailure(
        at("/api/x")
            .header("Authorization", TOKEN)
            .POST(HttpRequest.BodyPublishers.ofString("12345678901")),
        413,
        "invalid_argument",
        "Send a shorter body");
    assertFailure(
        at("/api/%ff").header("Authorization", TOKEN),
        400,
        "invalid_argument",
        "Correct the request");
  }

  @Test
  void a_caller_with_too_many_requests_may_repeat_the_call() {
    assertThat(new BatonRefusals().body("/api/x", 429, "Too many").toString())
        .isEqualTo(
            "{\"code\":\"attempt_busy\",\"message\":\"Too many\",\"retryable\":true,"
                + "\"hint\":\"Wait for an answer, then send it once more\"}");
  }

  @Test
  void elsewhere_they_are_errors_of_the_protocol() throws Exception {
    for (var path : new String[] {"/mcp", "/apis", "/"}) {
      assertThat(Json.parseObject(send(at(path)).body()).has("error")).as(path).isTrue();
    }
  }

  @Test
  void a_wrong_link_is_told_which_command_prints_the_right_one() throws Exception {
    var answer = send(at("/?token=wrong"));

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .contains("The token of this link is not valid; 'baton serve' prints the link");
  }

  @Test
  void a_page_says_how_to_go_on_after_what_the_server_does_not_take() {
    var refusals = new BatonRefusals((status, problem, next) -> problem);

    assertThat(refusals.findPage("/tasks/put-back", 405, "Use POST").orElseThrow())
        .endsWith("Open the board and go on from there");
    assertThat(refusals.findPage("/tasks", 413, "The message is longer than 9 bytes").orElseThrow())
        .startsWith("The message is longer than 9 bytes. ")
        .endsWith("then send it again");
  }
}
