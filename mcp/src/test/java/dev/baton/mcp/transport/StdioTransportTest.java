package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.await;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard streams: lines in and out, both eras on one pair, and the end of the input. */
class StdioTransportTest {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}";

  private final TestServer server = TestServer.start();
  private final StdioClient client = new StdioClient(server);

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void discover_is_answered_as_the_first_line() {
    var result = client.modern("{}").request("server/discover", "{}").result();

    assertThat(result.path("resultType").asString("")).isEqualTo("complete");
    assertThat(result.path("supportedVersions"))
        .isEqualTo(
            json("{'v': ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']}").path("v"));
    assertThat(result.path("capabilities").has("tasks")).isFalse();
    assertThat(result.path("capabilities").path("extensions").has("io.modelcontextprotocol/tasks"))
        .isTrue();
    assertThat(result.path("instructions").asString("")).isEqualTo("For tests");
  }

  @Test
  void a_client_may_initialize_after_it_has_discovered() {
    assertThat(client.modern("{}").request("server/discover", "{}").result()).isNotNull();
    client.legacy("2025-06-18", "{}");
    assertThat(client.callTool("echo", "{'text': 'old'}").result().has("resultType")).isFalse();
  }

  @Test
  void both_eras_may_be_mixed_line_by_line() {
    client.legacy("2025-11-25", "{}");
    assertThat(client.callTool("echo", "{'text': 'old'}").result().has("resultType")).isFalse();
    client.modern("{}");
    assertThat(client.callTool("echo", "{'text': 'new'}").result().path("resultType").asString(""))
        .isEqualTo("complete");
    client.transmit(json(PING));
    assertThat(client.nextOther().message())
        .isEqualTo(json("{'jsonrpc': '2.0', 'id': 'p', 'result': {}}"));
  }

  @Test
  void a_notification_is_never_answered_however_wrong_it_is() {
    client.legacy("2025-11-25", "{}");
    client.transmit(json("{'jsonrpc': '2.0', 'method': 'notifications/none', 'params': 5}"));
    client.transmit(
        json("{'jsonrpc': '2.0', 'method': 'notifications/none', 'params': {'_meta': 5}}"));
    client.transmit(json(PING));
    assertThat(client.nextOther().message())
        .isEqualTo(json("{'jsonrpc': '2.0', 'id': 'p', 'result': {}}"));
  }

  @Test
  void the_newer_era_has_no_initialize() {
    client.modern("{}");
    assertThat(client.request("initialize", "{'protocolVersion': '2026-07-28'}").code())
        .isEqualTo(-32601);
  }

  @Test
  void an_unsupported_version_is_refused_with_those_that_are_supported() {
    var error =
        client
            .modern("{}")
            .withMeta("{'io.modelcontextprotocol/protocolVersion': '2031-01-01'}")
            .request("server/discover", "{}")
            .error();
    assertThat(error.path("code").intValue()).isEqualTo(-32022);
    assertThat(error.path("data").path("requested").asString("")).isEqualTo("2031-01-01");
    assertThat(error.path("data").path("supported").path(0).asString("")).isEqualTo("2026-07-28");
  }

  @Test
  void a_request_before_the_handshake_is_refused_with_the_two_ways_in() {
    var error = client.request("tools/list", "{}").error();
    assertThat(error.path("code").intValue()).isEqualTo(-32602);
    assertThat(error.path("message").asString(""))
        .contains("initialize", "io.modelcontextprotocol/protocolVersion");
  }

  @Test
  void an_older_client_that_wants_an_unknown_version_is_offered_the_newest_of_its_era() {
    var params = json("{'protocolVersion': '1999-01-01', 'capabilities': {}}");
    assertThat(client.request("initialize", params).result().path("protocolVersion").asString(""))
        .isEqualTo("2025-11-25");
  }

  @Test
  void a_second_handshake_is_refused_and_the_first_stays() {
    client.legacy("2025-03-26", "{}");
    var again = client.request("initialize", "{'protocolVersion': '2025-11-25'}");
    assertThat(again.code()).isEqualTo(-32600);
    assertThat(client.request("tasks/list", "{}").code()).isEqualTo(-32601);
  }

  @Test
  void after_a_line_that_is_no_json_the_server_goes_on() {
    client.write("{nonsense\n" + PING + "\n");
    var error = client.nextOther();
    assertThat(error.code()).isEqualTo(-32700);
    assertThat(error.message().has("id")).isFalse();
    assertThat(client.nextOther().result()).isEqualTo(json("{}"));
  }

  @Test
  void a_line_that_is_too_long_is_refused_and_the_server_goes_on() {
    client.write("\"" + "x".repeat(StdioClient.MAX_MESSAGE_BYTES) + "\"\n" + PING + "\n");
    assertThat(client.nextOther().code()).isEqualTo(-32600);
    assertThat(client.nextOther().result()).isEqualTo(json("{}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc': '2.0', 'id': 7, 'method': 'ping', 'params': {'id': 8, 'long': '%s'}}",
        "{'method': 'ping', 'params': {'long': '%s', 'id': 8}, 'jsonrpc': '2.0', 'id': 7}"
      })
  void a_request_that_is_too_long_is_refused_by_its_id(String request) {
    client.write(json(request.formatted("x".repeat(StdioClient.MAX_MESSAGE_BYTES))) + "\n");
    var refused = client.nextOther();
    assertThat(refused.code()).isEqualTo(-32600);
    assertThat(refused.message().path("id").intValue()).isEqualTo(7);
    assertThat(refused.message().path("error").path("message").asString())
        .isEqualTo("The message is longer than %d bytes", StdioClient.MAX_MESSAGE_BYTES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc': '2.0', 'id': 7, 'result': {'long': '%s'}}",
        "{'jsonrpc': '2.0', 'method': 'ping', 'params': {'long': '%s', 'id': 8}}"
      })
  void what_is_too_long_and_no_request_is_refused_without_an_id(String message) {
    client.write(json(message.formatted("x".repeat(StdioClient.MAX_MESSAGE_BYTES))) + "\n");
    assertThat(client.nextOther().message().has("id")).isFalse();
  }

  @Test
  void blank_lines_and_carriage_returns_mean_nothing() {
    client.write("\n\r\n  \t\n" + PING + "\r\n\n");
    assertThat(client.nextOther().result()).isEqualTo(json("{}"));
    client.endInput();
    assertThat(client.awaitEnd(SOON)).isTrue();
  }

  @Test
  void a_line_may_come_in_pieces() {
    for (var b : (PING + "\n").getBytes(StandardCharsets.UTF_8)) {
      client.write(new byte[] {b});
    }
    assertThat(client.nextOther().result()).isEqualTo(json("{}"));
  }

  @Test
  void a_last_line_without_an_end_is_served() {
    client.write(PING);
    client.endInput();
    assertThat(client.nextOther().result()).isEqualTo(json("{}"));
    assertThat(client.awaitEnd(SOON)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void the_end_of_the_input_waits_for_the_answers(Speaks era) {
    client.speaking(era);
    var call = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    client.endInput();
    assertThat(client.awaitEnd(Duration.ofMillis(200))).isFalse();
    server.gate().open();
    assertThat(await(call).text()).isEqualTo("waited");
    assertThat(client.awaitEnd(SOON)).isTrue();
  }

  @Test
  void the_end_of_the_input_ends_subscriptions_with_an_answer() {
    var listening =
        client
            .modern("{}")
            .start("subscriptions/listen", "{'notifications': {'toolsListChanged': true}}");
    client.next("notifications/subscriptions/acknowledged");
    client.endInput();
    var result = await(listening).result();
    assertThat(result.path("resultType").asString("")).isEqualTo("complete");
    assertThat(result.path("_meta").path("io.modelcontextprotocol/subscriptionId").longValue())
        .isEqualTo(client.lastId());
    assertThat(client.awaitEnd(SOON)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void a_cancelled_request_is_interrupted_and_gets_no_answer(Speaks era) {
    client.speaking(era);
    var call = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    client.cancel(client.lastId());
    server.gate().awaitInterruption();
    assertThat(client.callTool("echo", "{'text': 'on'}").text()).isEqualTo("on");
    client.endInput();
    assertThat(client.awaitEnd(SOON)).isTrue();
    assertThat(call).isNotDone();
  }

  @ParameterizedTest
  @EnumSource
  void an_id_is_free_again_after_its_request_was_cancelled(Speaks era) {
    client.speaking(era);
    var _ = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    client.cancel(client.lastId());
    server.gate().awaitInterruption();
    var ping = json("{'jsonrpc': '2.0', 'id': %d, 'method': 'ping'}".formatted(client.lastId()));
    Awaitility.await().until(() -> await(client.startRaw(ping)).message().has("result"));
  }

  @Test
  void a_cancellation_that_is_late_unknown_or_malformed_is_ignored() {
    client.speaking(Speaks.MODERN);
    assertThat(client.callTool("echo", "{'text': 'a'}").text()).isEqualTo("a");
    client.cancel(client.lastId());
    client.cancel(4711);
    client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}\n");
    client.write(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":{}}}\n");
    client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard\"}\n");
    assertThat(client.callTool("echo", "{'text': 'b'}").text()).isEqualTo("b");
    assertThat(client.inbox()).isEmpty();
  }

  @Test
  void a_number_and_a_string_are_two_ids() {
    client.speaking(Speaks.LEGACY);
    var call = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    client.transmit(
        json(
            "{'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': '%d'}}"
                .formatted(client.lastId())));
    assertThat(client.callTool("echo", "{'text': 'b'}").text()).isEqualTo("b");
    server.gate().open();
    assertThat(await(call).text()).isEqualTo("waited");
  }

  @Test
  void a_response_that_nobody_asked_for_is_dropped() {
    client.write("{\"jsonrpc\":\"2.0\",\"id\":\"baton-1\",\"result\":{}}\n" + PING + "\n");
    assertThat(client.nextOther().result()).isEqualTo(json("{}"));
  }

  @Test
  void a_cancelled_subscription_ends_in_silence() {
    var listening =
        client
            .modern("{}")
            .start("subscriptions/listen", "{'notifications': {'toolsListChanged': true}}");
    client.next("notifications/subscriptions/acknowledged");
    client.cancel(client.lastId());
    server.mcp().removeTool("route");
    assertThat(client.callTool("echo").text()).isEmpty();
    client.endInput();
    assertThat(client.awaitEnd(SOON)).isTrue();
    assertThat(listening).isNotDone();
  }
}
