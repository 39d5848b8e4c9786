package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import dev.baton.task.MovableClock;
import dev.baton.task.TaskOwner;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of the older era, and the plain rules of HTTP. */
class HttpSessionTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  private final TestServer server = TestServer.start();
  private final Web web = Web.serve(server);
  private final WebClient client = web.client();

  @AfterEach
  void close() {
    client.close();
    web.close();
  }

  @Test
  void a_handshake_opens_a_session_whose_id_is_visible_ascii() {
    client.legacy("2025-11-25", "{}");
    assertThat(client.session().orElseThrow()).matches("[\\x21-\\x7E]{16,}");
    assertThat(client.post(PING).result().isEmpty()).isTrue();
  }

  @Test
  void a_handshake_that_fails_opens_no_session() {
    assertThat(client.request("initialize", "{}").code()).isEqualTo(-32602);
    assertThat(client.session()).isEmpty();
  }

  @Test
  void a_request_without_a_session_is_a_bad_request() {
    var answer = client.post(PING);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error().path("message").asString("")).contains("initialize");
    assertThat(answer.message().path("id").intValue()).isEqualTo(1);
  }

  @Test
  void an_unknown_session_is_not_found() {
    client.useSession("nobody");
    var answer = client.post(PING);
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.message().path("id").intValue()).isEqualTo(1);
    assertThat(client.delete().status()).isEqualTo(404);
    assertThat(
            client
                .send("GET", Map.of("Accept", "text/event-stream", "Mcp-Session-Id", "nobody"))
                .status())
        .isEqualTo(404);
  }

  @Test
  void a_deleted_session_is_not_found_any_more() {
    client.legacy("2025-11-25", "{}");
    assertThat(client.delete().status()).isEqualTo(204);
    assertThat(client.post(PING).status()).isEqualTo(404);
    assertThat(client.delete().status()).isEqualTo(404);
  }

  @Test
  void deleting_a_session_interrupts_what_it_runs() {
    client.legacy("2025-11-25", "{}");
    var _ = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    assertThat(client.delete().status()).isEqualTo(204);
    server.gate().awaitInterruption();
  }

  @Test
  void a_session_of_another_owner_does_not_exist() {
    client.legacy("2025-11-25", "{}");
    try (var other = web.client(TestTokens.ALICE)) {
      other.useSession(client.session().orElseThrow());
      var stranger = other.post(PING);
      other.useSession("nobody");
      assertThat(stranger.status()).isEqualTo(404);
      assertThat(stranger.message()).isEqualTo(other.post(PING).message());
      other.useSession(client.session().orElseThrow());
      assertThat(other.delete().status()).isEqualTo(404);
    }
    assertThat(client.post(PING).status()).isEqualTo(200);
  }

  @Test
  void a_session_that_nobody_uses_ends_after_a_while() {
    var clock = new MovableClock();
    var sessions = new Sessions(Duration.ofMinutes(30), clock);
    var owner = TaskOwner.LOCAL;
    var used = sessions.open(server.mcp().connect(owner));
    var streaming = sessions.open(server.mcp().connect(owner));
    var unused = sessions.open(server.mcp().connect(owner));
    sessions.find(streaming, owner).orElseThrow().streamOpened();

    clock.advance(Duration.ofMinutes(20));
    assertThat(sessions.find(used, owner)).isPresent();
    clock.advance(Duration.ofMinutes(11));
    sessions.sweep();

    assertThat(sessions.find(used, owner)).isPresent();
    assertThat(sessions.find(streaming, owner)).isPresent();
    assertThat(sessions.find(unused, owner)).isEmpty();
  }

  @Test
  void a_version_that_is_not_served_is_a_bad_request() {
    client.legacy("2025-11-25", "{}").withMeta("{}");
    client.withHeader("MCP-Protocol-Version", "1999-01-01");
    var answer = client.post(PING);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error().path("message").asString("")).contains("1999-01-01", "2025-11-25");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
  void every_older_version_can_be_agreed_on_and_repeated_in_the_header(String version) {
    client.legacy(version, "{}");
    client.withHeader("MCP-Protocol-Version", version);
    assertThat(client.post(PING).status()).isEqualTo(200);
  }

  @Test
  void notifications_and_responses_are_accepted_without_a_body() {
    client.legacy("2025-11-25", "{}");
    var accepted = client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.message().isMissingNode()).isTrue();
    assertThat(client.post("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}").status()).isEqualTo(202);
  }

  @Test
  void cancelling_by_notification_interrupts_the_handler_and_ends_the_stream_without_an_answer() {
    client.legacy("2025-11-25", "{}");
    var call = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    client.cancel(client.lastId());
    server.gate().awaitInterruption();
    assertThat(await(call).message().isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "OPTIONS"})
  void other_methods_are_not_allowed(String method) {
    var answer = client.send(method, Map.of());
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow").orElseThrow()).contains("POST", "GET", "DELETE");
  }

  @Test
  void a_get_must_accept_event_streams() {
    client.legacy("2025-11-25", "{}");
    var session = client.session().orElseThrow();
    assertThat(client.send("GET", Map.of("Mcp-Session-Id", session)).status()).isEqualTo(406);
    assertThat(
            client
                .send("GET", Map.of("Mcp-Session-Id", session, "Accept", "application/json"))
                .status())
        .isEqualTo(406);
  }

  @Test
  void a_get_without_a_session_is_a_bad_request() {
    assertThat(client.send("GET", Map.of("Accept", "text/event-stream")).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/xml", "application/jsonp"})
  void a_body_that_is_not_json_is_unsupported(String type) {
    assertThat(client.post(PING, Map.of("Content-Type", type)).status()).isEqualTo(415);
  }

  @Test
  void json_may_come_with_a_charset() {
    client.legacy("2025-11-25", "{}");
    var headers =
        Map.of(
            "Content-Type",
            "Application/JSON; charset=utf-8",
            "Mcp-Session-Id",
            client.session().orElseThrow());
    assertThat(client.post(PING, headers).status()).isEqualTo(200);
  }
}
