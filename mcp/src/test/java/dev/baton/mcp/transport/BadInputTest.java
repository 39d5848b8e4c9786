package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.internal.message.MalformedMessageException;
import dev.baton.mcp.internal.message.MessageReader;
import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of inputs that are wrong, with their answers, over both transports. */
class BadInputTest {
  private final TestServer server = TestServer.start();
  private final Web web = Web.serve(server);
  private final WebClient http = web.client();
  private final StdioClient stdio = new StdioClient(server);

  @AfterEach
  void close() {
    stdio.close();
    http.close();
    web.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {                                                                             | -32700 | none
          nonsense                                                                      | -32700 | none
          {"jsonrpc":"2.0","id":1,"method":"ping"} {}                                   | -32700 | none
          {"jsonrpc":"2.0","id":1,"method":"pi\u0001ng"}                                | -32700 | none
          "text"                                                                        | -32600 | none
          17                                                                            | -32600 | none
          null                                                                          | -32600 | none
          {}                                                                            | -32600 | none
          {"jsonrpc":"2.0","id":1}                                                      | -32600 | 1
          {"jsonrpc":"1.0","id":1,"method":"ping"}                                      | -32600 | 1
          {"id":1,"method":"ping"}                                                      | -32600 | 1
          {"jsonrpc":"2.0","id":1,"method":17}                                          | -32600 | 1
          {"jsonrpc":"2.0","id":1,"method":null}                                        | -32600 | 1
          {"jsonrpc":"2.0","id":null,"method":"ping"}                                   | -32600 | none
          {"jsonrpc":"2.0","id":1.5,"method":"ping"}                                    | -32600 | none
          {"jsonrpc":"2.0","id":true,"method":"ping"}                                   | -32600 | none
          {"jsonrpc":"2.0","id":{},"method":"ping"}                                     | -32600 | none
          {"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}         | -32600 | 1
          {"jsonrpc":"2.0","result":{}}                                                 | -32600 | none
          {"jsonrpc":"2.0","id":1,"method":"ping","params":[]}                          | -32602 | 1
          {"jsonrpc":"2.0","id":1,"method":"ping","params":"text"}                      | -32602 | 1
          {"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":[]}}                | -32602 | 1
          {"jsonrpc":"2.0","id":"a","method":"ping","params":{"_meta":null}}            | -32602 | "a"
          [{"jsonrpc":"2.0","id":1,"method":"ping"}]                                    | -32600 | none
          """)
  void what_is_no_message_gets_the_error_that_says_why(String input, int code, String id) {
    stdio.write(input + "\n");
    var onStdio = stdio.nextOther();
    var onHttp = http.post(input);

    assertThat(onStdio.code()).isEqualTo(code);
    assertThat(onStdio.message().has("id") ? onStdio.message().path("id").toString() : "none")
        .isEqualTo(id);
    assertThat(onHttp.message()).isEqualTo(onStdio.message());
    assertThat(onHttp.status()).isEqualTo(400);
    goesOn();
  }

  @Test
  void a_message_may_be_as_deep_as_allowed_and_no_deeper() {
    assertThat(nested(127).result()).isEqualTo(json("{}"));
    assertThat(nested(129).code()).isEqualTo(-32600);
    assertThat(http.post("[".repeat(100_000)).code()).isEqualTo(-32600);
    goesOn();
  }

  /** The answer to a message that is this deep. */
  private Answer nested(int depth) {
    var inner = depth - 2;
    stdio.write(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":%s%s}}\n"
            .formatted("[".repeat(inner), "]".repeat(inner)));
    return stdio.nextOther();
  }

  @Test
  void a_message_that_is_too_large_is_refused_by_length_before_it_is_read() {
    var large = "\"" + "x".repeat(4 * 1024 * 1024) + "\"";
    assertThat(http.post(large).status()).isEqualTo(413);
    try (var raw = web.raw()) {
      raw.lines(
          "POST /mcp HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + TestTokens.LOCAL,
          "Content-Type: application/json",
          "Content-Length: 99999999999",
          "");
      assertThat(raw.status()).isEqualTo(413);
    }
    goesOn();
  }

  @Test
  void a_message_of_unknown_length_is_read_up_to_the_limit() {
    try (var raw = web.raw()) {
      raw.lines(
          "POST /mcp HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + TestTokens.LOCAL,
          "Content-Type: application/json",
          "Transfer-Encoding: chunked",
          "",
          Integer.toHexString(5 * 1024 * 1024));
      raw.text("x".repeat(4 * 1024 * 1024 + 100_000));
      assertThat(raw.status()).isEqualTo(413);
    }
    goesOn();
  }

  @Test
  void a_message_of_exactly_the_limit_is_served() {
    stdio.modern("{}");
    var envelope =
        "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\",\"params\":{\"pad\":\"\"}}";
    var pad = "x".repeat(4 * 1024 * 1024 - envelope.length());
    stdio.write(envelope.replace("\"pad\":\"\"", "\"pad\":\"" + pad + "\"") + "\n");
    assertThat(stdio.nextOther().result()).isEqualTo(json("{}"));
  }

  @Test
  void a_number_that_is_far_too_large_for_its_field_is_an_invalid_argument_at_once() {
    stdio.speaking(Speaks.MODERN);
    for (var number : new String[] {"1e999999999", "123456789012345678901234567890", "1.5"}) {
      var result = stdio.callTool("add", "{'first': %s, 'second': 1}".formatted(number)).result();
      assertThat(result.path("structuredContent").path("code").asString(""))
          .as(number)
          .isEqualTo("invalid_argument");
    }
  }

  @Test
  void bytes_that_are_no_utf_8_are_a_parse_error() {
    stdio.write(new byte[] {'"', (byte) 0xc3, 0x28, '"', '\n'});
    assertThat(stdio.nextOther().code()).isEqualTo(-32700);
    goesOn();
  }

  @Test
  void what_is_no_utf_8_is_not_guessed_at() {
    var message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping%s\"}";
    for (var bytes :
        List.of(
            message.formatted("").getBytes(StandardCharsets.UTF_16),
            message.formatted("").getBytes(StandardCharsets.UTF_16LE),
            message.formatted("\u00c0\u00af").getBytes(StandardCharsets.ISO_8859_1),
            message.formatted("\u00f4\u0090\u0080\u0080").getBytes(StandardCharsets.ISO_8859_1))) {
      assertThatThrownBy(() -> MessageReader.parse(bytes, 0, bytes.length))
          .isInstanceOf(MalformedMessageException.class)
          .hasMessage("Parse error: not UTF-8");
    }
  }

  @Test
  void a_client_that_sends_half_a_request_and_closes_hurts_nobody() {
    for (var i = 0; i < 5; i++) {
      try (var raw = web.raw()) {
        raw.lines(
            "POST /mcp HTTP/1.1",
            "Host: localhost",
            "Authorization: Bearer " + TestTokens.LOCAL,
            "Content-Type: application/json",
            "Content-Length: 100",
            "",
            "{\"json");
      }
    }
    goesOn();
  }

  @Test
  void a_client_that_closes_its_half_after_the_request_still_gets_the_answer() {
    try (var raw = web.raw()) {
      raw.postModern("tools/list", "", "").halfClose();
      assertThat(raw.status()).isEqualTo(200);
    }
  }

  private void goesOn() {
    stdio.write("{\"jsonrpc\":\"2.0\",\"id\":\"on\",\"method\":\"ping\"}\n");
    assertThat(stdio.nextOther().result()).isEqualTo(json("{}"));
    var discovered =
        http.post(
            """
            {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{\
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{}}}}""",
            Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "server/discover"));
    assertThat(discovered.status()).isEqualTo(200);
  }
}
