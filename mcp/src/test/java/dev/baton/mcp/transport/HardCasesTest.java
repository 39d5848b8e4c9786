package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(40)
class HardCasesTest {
  static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  @Test
  void a_batch_right_before_the_end_of_the_input_is_answered() {
    try (var server = TestServer.start();
        var stdio = new StdioClient(server)) {
      stdio.legacy("2025-03-26", "{}");
      var batch =
          IntStream.range(0, 200)
              .mapToObj(i -> "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}".formatted(i))
              .collect(Collectors.joining(",", "[", "]\n"));
      stdio.write(batch);
      stdio.endInput();
      assertThat(stdio.awaitEnd(Duration.ofSeconds(5))).isTrue();
      assertThat(stdio.nextOther().message().size()).isEqualTo(200);
    }
  }

  @Test
  void the_end_of_the_input_ends_a_question_that_nobody_can_answer_any_more() {
    try (var server = TestServer.start();
        var stdio = new StdioClient(server)) {
      stdio.legacy("2025-11-25", TestClient.ALL);
      var _ = stdio.startTool("ask", "{}");
      stdio.next("elicitation/create");
      stdio.endInput();
      assertThat(stdio.awaitEnd(Duration.ofSeconds(5))).isTrue();
    }
  }

  @Test
  void an_owner_at_the_limit_can_still_answer_the_servers_question() {
    try (var web = Web.serve(TestServer.start(), o -> o.withRequestsPerOwner(1));
        var client = web.client()) {
      client.legacy("2025-11-25", TestClient.ALL);
      var call = client.startTool("ask", "{}");
      client.respond(
          client.next("elicitation/create"), "{'action': 'accept', 'content': {'name': 'Ada'}}");
      assertThat(await(call).text()).isEqualTo("Hello, Ada!");
    }
  }

  @Test
  void an_owner_at_the_limit_can_still_cancel() {
    try (var web = Web.serve(TestServer.start(), o -> o.withRequestsPerOwner(1));
        var client = web.client()) {
      client.legacy("2025-11-25", TestClient.ALL);
      var _ = client.startTool("wait", "{}");
      web.server().gate().awaitArrival();
      client.cancel(client.lastId());
      web.server().gate().awaitInterruption();
    }
  }

  @Test
  void an_ended_session_is_not_found_also_for_an_unknown_method_and_for_a_batch() {
    try (var web = Web.serve(TestServer.start());
        var client = web.client()) {
      client.legacy("2025-03-26", "{}");
      client.delete();
      assertThat(client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}").status())
          .as("unknown method")
          .isEqualTo(404);
    }
  }

  @Test
  void an_ended_session_is_not_found_also_for_a_batch() {
    try (var web = Web.serve(TestServer.start());
        var client = web.client()) {
      client.legacy("2025-03-26", "{}");
      client.delete();
      assertThat(client.post("[" + PING + "]").status()).as("batch").isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void a_version_that_is_not_served_is_a_bad_request_whatever_the_method(String method) {
    try (var web = Web.serve(TestServer.start());
        var client = web.client();
        var raw = web.raw()) {
      client.legacy("2025-11-25", "{}");
      raw.lines(
          method + " /mcp HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + TestTokens.LOCAL,
          "Accept: text/event-stream",
          "MCP-Protocol-Version: 1999-01-01",
          "Mcp-Session-Id: " + client.session().orElseThrow(),
          "");
      assertThat(raw.status()).isEqualTo(400);
    }
  }

  @Test
  void a_client_that_leaves_while_it_is_asked_does_not_hold_its_place_for_ever() {
    try (var web = Web.serve(TestServer.start(), o -> o.withRequestsPerOwner(1));
        var client = web.client()) {
      client.legacy("2025-11-25", TestClient.ALL);
      try (var raw = web.raw()) {
        raw.post(
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\"}}",
            "Mcp-Session-Id: " + client.session().orElseThrow());
        raw.awaitLine("data: ");
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> client.post(PING).status() == 200);
    }
  }

  @Test
  void closing_the_transport_interrupts_what_runs_in_the_newer_era() {
    var server = TestServer.start();
    var web = Web.serve(server);
    try (var client = web.client()) {
      client.modern("{}");
      var _ = client.startTool("wait", "{}");
      server.gate().awaitArrival();
      web.close();
      server.gate().awaitInterruption();
    }
  }

  /** A request of which only the headers matter. */
  record Knock(Map<String, String> headers) implements HttpExchange {
    @Override
    public String query() {
      return "";
    }

    @Override
    public Optional<String> parameter(String name) {
      return Optional.empty();
    }

    @Override
    public String method() {
      return "POST";
    }

    @Override
    public String path() {
      return "/mcp";
    }

    @Override
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name));
    }

    @Override
    public byte[] body(int limit) {
      return new byte[0];
    }

    @Override
    public InputStream input() {
      return InputStream.nullInputStream();
    }

    @Override
    public List<String> headers(String name) {
      return header(name).stream().toList();
    }

    @Override
    public void discardBody(long bytes) {}

    @Override
    public void abort() {}

    @Override
    public Refusals refusals() {
      return Refusals.PLAIN;
    }

    @Override
    public void respond(int status, Map<String, String> responseHeaders, byte[] body) {}

    @Override
    public OutputStream stream(Map<String, String> responseHeaders) {
      return OutputStream.nullOutputStream();
    }
  }

  @Test
  void a_page_of_a_foreign_address_does_not_get_in_when_bound_beyond_loopback() {
    var door =
        new Door(
            "0.0.0.0",
            new TestTokens(),
            new BrowserSessions(Clock.systemUTC(), new SessionFile(Optional.empty())),
            () -> 1,
            Optional.empty());
    assertThat(door.admits(new Knock(Map.of("Host", "10.0.0.5:8080")))).isTrue();
    assertThat(
            door.admits(new Knock(Map.of("Host", "10.0.0.5:8080", "Origin", "http://203.0.113.9"))))
        .isFalse();
  }

  @Test
  void an_empty_batch_is_answered_with_one_error_and_no_array() {
    try (var server = TestServer.start();
        var stdio = new StdioClient(server)) {
      stdio.legacy("2025-03-26", "{}");
      stdio.write("[]\n");
      assertThat(stdio.nextOther().code()).isEqualTo(-32600);
    }
  }

  @Test
  void a_number_with_an_exponent_beyond_all_measure_is_refused_and_the_server_goes_on() {
    try (var server = TestServer.start();
        var stdio = new StdioClient(server)) {
      stdio.write(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":8e88888888888888888888}}\n");
      assertThat(stdio.nextOther().code()).isEqualTo(-32600);
      stdio.write(PING + "\n");
      assertThat(stdio.nextOther().message().has("result")).isTrue();
    }
  }

  @Test
  void an_id_is_free_again_as_soon_as_its_answer_is_there() {
    try (var server = TestServer.start();
        var stdio = new StdioClient(server)) {
      var request = TestClient.json("{'jsonrpc': '2.0', 'id': 7, 'method': 'ping'}");
      for (var i = 0; i < 500; i++) {
        assertThat(await(stdio.startRaw(request)).message().has("result")).isTrue();
      }
    }
  }

  @Test
  void the_version_of_json_rpc_is_a_string() {
    try (var server = TestServer.start();
        var stdio = new StdioClient(server)) {
      stdio.write("{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}\n");
      assertThat(stdio.nextOther().code()).isEqualTo(-32600);
    }
  }

  @Test
  void a_header_for_an_argument_that_the_body_does_not_have_is_a_mismatch() {
    try (var web = Web.serve(TestServer.start());
        var raw = web.raw()) {
      raw.postModern(
          "tools/call", "route", "'name': 'route', 'arguments': {}", "Mcp-Param-Region: us-west1");
      assertThat(raw.status()).isEqualTo(400);
    }
  }

  @Test
  void a_recognized_header_with_bad_base64_is_a_mismatch_even_if_the_argument_is_null() {
    try (var web = Web.serve(TestServer.start());
        var raw = web.raw()) {
      raw.postModern(
          "tools/call",
          "route",
          "'name': 'route', 'arguments': {'region': null}",
          "Mcp-Param-Region: =?base64?%%%?=");
      assertThat(raw.status()).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothing_is_said_about_a_request_after_its_answer(Speaks era) {
    try (var server = TestServer.start();
        var stdio = new StdioClient(server)) {
      stdio
          .speaking(era)
          .withMeta("{'progressToken': 1, 'io.modelcontextprotocol/logLevel': 'debug'}");
      stdio.callTool("leak").result();
      server.leakedContext().progress(1, 2, "late");
      server.leakedContext().log(dev.baton.mcp.protocol.LogLevel.EMERGENCY, "x", Json.object());
      stdio.callTool("echo").result();
      assertThat(stdio.inbox()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void saying_something_after_the_answer_over_http_does_not_throw(Speaks era) {
    try (var web = Web.serve(TestServer.start());
        var client = web.client()) {
      client
          .speaking(era)
          .withMeta("{'progressToken': 1, 'io.modelcontextprotocol/logLevel': 'debug'}");
      client.callTool("leak").result();
      web.server().leakedContext().progress(1, 2, "late");
      web.server()
          .leakedContext()
          .log(dev.baton.mcp.protocol.LogLevel.EMERGENCY, "x", Json.object());
      client.callTool("echo").result();
      assertThat(client.inbox()).isEmpty();
    }
  }

  @Test
  void a_client_that_takes_no_streams_and_is_asked_gets_an_error_and_does_not_wait_for_ever() {
    try (var web = Web.serve(TestServer.start());
        var raw = web.raw();
        var client = web.client()) {
      client.legacy("2025-11-25", TestClient.ALL);
      var body =
          "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\"}}";
      raw.lines(
              "POST /mcp HTTP/1.1",
              "Host: localhost",
              "Authorization: Bearer " + TestTokens.LOCAL,
              "Content-Type: application/json",
              "Accept: application/json",
              "Mcp-Session-Id: " + client.session().orElseThrow(),
              "Content-Length: " + body.length(),
              "")
          .text(body);
      assertThat(raw.status()).isBetween(200, 499);
    }
  }

  @Test
  void a_form_is_not_sent_to_a_client_that_takes_links_alone() {
    try (var server = TestServer.start();
        var stdio = new StdioClient(server)) {
      stdio.modern("{'elicitation': {'url': {}}}");
      assertThat(stdio.callTool("ask").code()).isEqualTo(-32021);
    }
  }
}
