package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.await;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Event streams: when there is one, what it looks like, and what closing it means. */
class HttpStreamTest {
  private final TestServer server = TestServer.start();
  private final Web web = Web.serve(server);
  private final WebClient client = web.client();

  @AfterEach
  void close() {
    client.close();
    web.close();
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_with_nothing_before_it_is_plain_json(Speaks era) {
    var answer = client.speaking(era).callTool("echo", "{'text': 'a'}");
    assertThat(answer.streamed()).isFalse();
    assertThat(answer.header("Content-Type")).hasValue("application/json");
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_with_messages_before_it_is_a_stream(Speaks era) {
    client.speaking(era).withMeta("{'progressToken': 7}");
    var answer = client.callTool("progress");
    assertThat(answer.streamed()).isTrue();
    assertThat(answer.header("X-Accel-Buffering")).hasValue("no");
    assertThat(client.inbox()).hasSize(3);
  }

  @Test
  void an_event_is_framed_in_lines_and_the_answer_ends_the_stream() {
    try (var raw = web.raw()) {
      raw.post(
          """
          {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"log","_meta":{\
          "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
          "io.modelcontextprotocol/clientCapabilities":{},\
          "io.modelcontextprotocol/logLevel":"emergency"}}}""",
          "MCP-Protocol-Version: 2026-07-28",
          "Mcp-Method: tools/call",
          "Mcp-Name: log",
          "Connection: close");
      assertThat(raw.status()).isEqualTo(200);
      raw.awaitLine("event: message");
      assertThat(raw.readLine()).startsWith("data: {").contains("notifications/message");
      assertThat(raw.readLine()).isEmpty();
      raw.awaitLine("event: message");
      assertThat(raw.readLine()).startsWith("data: {").contains("\"result\"");
      assertThat(raw.readLine()).isEmpty();
      assertThat(raw.awaitClose()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_long_call_shows_that_it_lives_and_then_answers_on_the_stream(Speaks era) {
    client.speaking(era);
    var call = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    try (var raw = web.raw()) {
      raw.postModern("tools/call", "wait", "'name': 'wait'");
      server.gate().awaitArrival();
      raw.awaitLine("HTTP/1.1 200").awaitLine(":").awaitLine(":");
      server.gate().open();
      server.gate().open();
      raw.awaitLine("data: ");
    }
    assertThat(await(call).text()).isEqualTo("waited");
  }

  @Test
  void closing_the_connection_cancels_in_the_newer_era() {
    leaveDuringACall();
    server.gate().awaitInterruption();
  }

  private void leaveDuringACall() {
    try (var raw = web.raw()) {
      raw.postModern("tools/call", "wait", "'name': 'wait'");
      server.gate().awaitArrival();
    }
  }

  @Test
  void closing_the_connection_does_not_cancel_in_the_older_era() {
    client.legacy("2025-11-25", "{}");
    try (var raw = web.raw()) {
      raw.post(
          "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}",
          "Mcp-Session-Id: " + client.session().orElseThrow());
      server.gate().awaitArrival();
      raw.awaitLine(":");
    }
    // why: in the same time a request of the newer era is interrupted, so this is long enough
    leaveDuringACall();
    server.gate().awaitInterruption();
    assertThat(server.gate().sawInterruption()).isFalse();
    server.gate().open();
  }

  @Test
  void closing_a_subscription_frees_its_stream() {
    try (var limited = Web.serve(TestServer.start(builder -> builder.withStreamsPerOwner(1)))) {
      try (var raw = limited.raw()) {
        raw.postModern("subscriptions/listen", "", "'notifications': {}");
        raw.awaitLine("data: ");
      }
      Awaitility.await()
          .untilAsserted(
              () -> {
                try (var raw = limited.raw()) {
                  raw.postModern("subscriptions/listen", "", "'notifications': {}");
                  assertThat(raw.status()).isEqualTo(200);
                }
              });
    }
  }

  @Test
  void the_get_stream_carries_list_changes_and_updates_of_watched_resources() {
    client.legacy("2025-11-25", "{}");
    client.openStream();
    client.request("resources/subscribe", "{'uri': 'resource://note'}").result();

    server.mcp().removeTool("route");
    client.next("notifications/tools/list_changed");
    server.mcp().removePrompt("handles");
    client.next("notifications/prompts/list_changed");
    server.mcp().removeResource("test://bytes");
    client.next("notifications/resources/list_changed");
    server.mcp().announceResourceUpdated("test://other");
    server.mcp().announceResourceUpdated("resource://note");
    assertThat(client.next("notifications/resources/updated").path("params"))
        .isEqualTo(json("{'uri': 'resource://note'}"));

    client.request("resources/unsubscribe", "{'uri': 'resource://note'}").result();
    server.mcp().announceResourceUpdated("resource://note");
    server.mcp().announcePromptsChanged();
    client.next("notifications/prompts/list_changed");
  }

  @Test
  void what_happened_before_the_get_stream_was_opened_is_on_it() {
    client.legacy("2025-11-25", "{}");
    server.mcp().announceToolsChanged();
    client.openStream();
    client.next("notifications/tools/list_changed");
  }

  @Test
  void a_message_goes_to_one_of_several_get_streams() {
    client.legacy("2025-11-25", "{}");
    client.openStream();
    client.openStream();
    for (var i = 0; i < 10; i++) {
      server.mcp().announceToolsChanged();
    }
    server.mcp().announcePromptsChanged();
    Awaitility.await().until(() -> client.received() >= 11);
    assertThat(client.inbox()).hasSize(11);
  }

  @Test
  void the_get_stream_ends_with_its_session() {
    client.legacy("2025-11-25", "{}");
    try (var raw = web.raw()) {
      raw.lines(
          "GET /mcp HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + TestTokens.LOCAL,
          "Accept: text/event-stream",
          "Connection: close",
          "Mcp-Session-Id: " + client.session().orElseThrow(),
          "");
      assertThat(raw.status()).isEqualTo(200);
      client.delete();
      assertThat(raw.awaitClose()).isTrue();
    }
  }

  @Test
  void a_client_that_takes_no_streams_gets_the_answer_alone() {
    var answer =
        client.post(
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"progress","_meta":{\
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{},"progressToken":1}}}""",
            Map.of(
                "Accept", "application/json",
                "MCP-Protocol-Version", "2026-07-28",
                "Mcp-Method", "tools/call",
                "Mcp-Name", "progress"));
    assertThat(answer.streamed()).isFalse();
    assertThat(answer.text()).isEqualTo("done");
  }
}
