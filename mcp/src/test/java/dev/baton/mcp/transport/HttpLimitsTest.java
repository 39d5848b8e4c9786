package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One client, however greedy or slow, does not hurt the others. */
class HttpLimitsTest {
  private static final String ECHO = "'name': 'echo', 'arguments': {'text': 'quick'}";

  @ParameterizedTest
  @EnumSource
  void an_owner_with_too_many_requests_in_flight_is_told_to_wait_and_others_are_served(Speaks era) {
    try (var web = Web.serve(TestServer.start(), options -> options.withRequestsPerOwner(2));
        var greedy = web.client(TestTokens.ALICE);
        var other = web.client(TestTokens.BOB)) {
      greedy.speaking(era);
      other.speaking(era);
      var first = greedy.startTool("wait", "{}");
      var second = greedy.startTool("wait", "{}");
      web.server().gate().awaitArrival();
      web.server().gate().awaitArrival();

      var refused = greedy.callTool("echo");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("Retry-After")).isPresent();
      assertThat(refused.message().has("id")).isTrue();
      assertThat(other.callTool("echo", "{'text': 'served'}").text()).isEqualTo("served");

      web.server().gate().open();
      web.server().gate().open();
      assertThat(await(first).text()).isEqualTo("waited");
      assertThat(await(second).text()).isEqualTo("waited");
      assertThat(greedy.callTool("echo", "{'text': 'again'}").text()).isEqualTo("again");
    }
  }

  @Test
  void an_owner_with_too_many_streams_is_told_so_and_others_are_served() {
    try (var web = Web.serve(TestServer.start(builder -> builder.withStreamsPerOwner(2)));
        var greedy = web.client(TestTokens.ALICE);
        var other = web.client(TestTokens.BOB)) {
      var listen = "{'notifications': {'toolsListChanged': true}}";
      greedy.legacy("2025-11-25", "{}");
      greedy.openStream();
      greedy.modern("{}");
      var _ = greedy.start("subscriptions/listen", listen);
      greedy.next("notifications/subscriptions/acknowledged");

      assertThat(greedy.request("subscriptions/listen", listen).status()).isEqualTo(429);
      assertThat(
              greedy
                  .send(
                      "GET",
                      Map.of(
                          "Accept",
                          "text/event-stream",
                          "Mcp-Session-Id",
                          greedy.session().orElseThrow()))
                  .status())
          .isEqualTo(429);
      var _ = other.modern("{}").start("subscriptions/listen", listen);
      other.next("notifications/subscriptions/acknowledged");
    }
  }

  @Test
  void a_reader_that_stalls_is_let_go_and_delays_nobody() {
    var stalled = Duration.ofSeconds(1);
    try (var web = Web.serve(TestServer.start(), options -> options.withStalledWrite(stalled));
        var other = web.client();
        var resting = web.raw();
        var raw = web.raw()) {
      resting.postModern("tools/call", "echo", ECHO);
      assertThat(resting.status()).isEqualTo(200);
      var text = "x".repeat(3_900_000);
      raw.postModern(
          "tools/call", "echo", "'name': 'echo', 'arguments': {'text': '%s'}".formatted(text));
      assertThat(raw.status()).isEqualTo(200);

      other.modern("{}");
      assertThat(other.callTool("echo", "{'text': 'quick'}").text()).isEqualTo("quick");
      assertThat(raw.closesWithoutBeingRead(stalled.multipliedBy(20))).isTrue();
      assertThat(other.callTool("echo", "{'text': 'still'}").text()).isEqualTo("still");
      // why: a request that is sent as the server closes a connection would be lost
      assertThat(resting.postModern("tools/call", "echo", ECHO).line("{"))
          .endsWith("HTTP/1.1 200 OK");
    }
  }

  @Test
  void a_listener_that_stalls_holds_little_and_does_not_delay_changes() {
    try (var web = Web.serve(TestServer.start());
        var other = web.client();
        var raw = web.raw()) {
      raw.postModern(
          "subscriptions/listen",
          "",
          "'notifications': {'resourceSubscriptions': ['resource://note']}");
      raw.awaitLine("data: ");
      var _ =
          other
              .modern("{}")
              .start("subscriptions/listen", "{'notifications': {'toolsListChanged': true}}");
      other.next("notifications/subscriptions/acknowledged");
      for (var i = 0; i < 20_000; i++) {
        web.server().mcp().announceResourceUpdated("resource://note");
      }
      web.server().mcp().announceToolsChanged();
      other.next("notifications/tools/list_changed");
    }
  }
}
