package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import dev.baton.mcp.transport.Wired.Wiring;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of tools are answered alike over every transport and in both eras. */
@ParameterizedClass
@EnumSource(Wiring.class)
class CallsTest {
  @AutoClose private final Wired wired;
  private final TestServer server;

  CallsTest(Wiring wiring) {
    wired = Wired.over(wiring, TestServer.start());
    server = wired.server();
  }

  private TestClient client(Speaks era) {
    return wired.client(era);
  }

  @ParameterizedTest
  @EnumSource
  void a_tool_answers(Speaks era) {
    assertThat(client(era).callTool("echo", "{'text': 'grüß dich ☃'}").text())
        .isEqualTo("grüß dich ☃");
  }

  @ParameterizedTest
  @EnumSource
  void many_requests_at_a_time_each_get_their_own_answer(Speaks era) {
    var client = client(era);
    var answers = new ArrayList<CompletableFuture<Answer>>();
    for (var i = 0; i < 40; i++) {
      answers.add(client.startTool("echo", "{'text': '%d'}".formatted(i)));
    }
    for (var i = 0; i < 40; i++) {
      assertThat(await(answers.get(i)).text()).isEqualTo(String.valueOf(i));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_slow_call_does_not_hold_up_a_fast_one(Speaks era) {
    var client = client(era);
    var slow = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    assertThat(client.callTool("echo", "{'text': 'fast'}").text()).isEqualTo("fast");
    server.gate().open();
    assertThat(await(slow).text()).isEqualTo("waited");
  }

  @ParameterizedTest
  @EnumSource
  void an_unknown_method_is_not_found(Speaks era) {
    assertThat(client(era).request("tools/destroy", "{}").code()).isEqualTo(-32601);
  }

  @ParameterizedTest
  @EnumSource
  void an_unknown_tool_is_invalid_params_and_the_message_names_those_that_exist(Speaks era) {
    var answer = client(era).callTool("nothing");
    assertThat(answer.code()).isEqualTo(-32602);
    assertThat(answer.error().path("message").asString("")).contains("'nothing'", "echo");
  }

  @ParameterizedTest
  @EnumSource
  void wrong_arguments_are_a_result_that_the_model_can_read(Speaks era) {
    var result = client(era).callTool("add", "{'first': 'one'}").result();
    assertThat(result.path("isError").booleanValue()).isTrue();
    assertThat(result.path("structuredContent").path("code").asString(""))
        .isEqualTo("invalid_argument");
    assertThat(result.path("content").path(0).path("text").asString("")).contains("second");
  }

  @ParameterizedTest
  @EnumSource
  void an_expected_failure_of_a_tool_is_a_result(Speaks era) {
    var result = client(era).callTool("fail").result();
    assertThat(result.path("isError").booleanValue()).isTrue();
    assertThat(result.path("structuredContent").path("code").asString("")).isEqualTo("not_found");
  }

  @ParameterizedTest
  @EnumSource
  void a_bug_in_a_tool_is_an_internal_error_that_tells_no_details(Speaks era) {
    var answer = client(era).callTool("crash");
    assertThat(answer.code()).isEqualTo(-32603);
    assertThat(answer.message().toString()).doesNotContain("secret", "Exception");
  }

  @ParameterizedTest
  @EnumSource
  void a_protocol_error_of_a_tool_comes_with_its_code_and_data(Speaks era) {
    var error = client(era).callTool("refuse").error();
    assertThat(error)
        .isEqualTo(TestClient.json("{'code': -31999, 'message': 'boom', 'data': {'why': 'test'}}"));
  }

  @ParameterizedTest
  @EnumSource
  void arguments_that_are_no_object_are_invalid_params(Speaks era) {
    var client = client(era);
    assertThat(client.request("tools/call", "{'name': 'echo', 'arguments': [1]}").code())
        .isEqualTo(-32602);
    assertThat(client.request("tools/call", "{}").code()).isEqualTo(-32602);
  }

  @Test
  void an_id_is_given_back_as_it_came() {
    var client = client(Speaks.LEGACY);
    for (var id :
        new String[] {
          "0",
          "-7",
          "18446744073709551617",
          "''",
          "'abc'",
          "'1'",
          "'\\u00e4\\n'",
          "123456789012345678901234567890"
        }) {
      var request = TestClient.json("{'jsonrpc': '2.0', 'id': %s, 'method': 'ping'}".formatted(id));
      var answer = await(client.startRaw(request)).message();
      assertThat(answer.path("id")).isEqualTo(request.path("id"));
      assertThat(answer.path("result").isObject()).isTrue();
    }
  }

  @Test
  void an_id_that_is_in_flight_cannot_be_used_again_and_the_first_request_goes_on() {
    var client = client(Speaks.LEGACY);
    var first = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    var id = client.lastId();
    var second =
        client.startRaw(
            TestClient.json("{'jsonrpc': '2.0', 'id': %d, 'method': 'ping'}".formatted(id)));
    var refused = await(second);
    assertThat(refused.code()).isEqualTo(-32600);
    assertThat(refused.error().path("message").asString("")).contains("in flight");
    client.expectAgain(id, first);
    server.gate().open();
    assertThat(await(first).text()).isEqualTo("waited");
  }
}
