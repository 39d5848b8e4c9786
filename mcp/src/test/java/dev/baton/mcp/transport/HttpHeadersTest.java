package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers of the newer era repeat what the body says, and must agree with it. */
class HttpHeadersTest {
  private final TestServer server = TestServer.start();
  private final Web web = Web.serve(server);
  private final WebClient client = web.client();

  @AfterEach
  void close() {
    client.close();
    web.close();
  }

  private static Map<String, String> headers(String... namesAndValues) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Accept", "application/json, text/event-stream");
    for (var i = 0; i < namesAndValues.length; i += 2) {
      headers.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return headers;
  }

  private Answer call(String tool, String arguments, Map<String, String> headers) {
    return post("tools/call", "'name': '%s', 'arguments': %s".formatted(tool, arguments), headers);
  }

  private Answer post(String method, String params, Map<String, String> headers) {
    var body =
        """
        {'jsonrpc': '2.0', 'id': 1, 'method': '%s', 'params': {%s, '_meta': {\
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',\
        'io.modelcontextprotocol/clientCapabilities': {\
        'extensions': {'io.modelcontextprotocol/tasks': {}}}}}}"""
            .formatted(method, params)
            .replace('\'', '"');
    return client.post(body, headers);
  }

  private static Map<String, String> routeHeaders(String... more) {
    var headers =
        headers(
            "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "route");
    headers.putAll(headers(more));
    return headers;
  }

  private static void assertMismatch(Answer answer) {
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo(-32020);
    assertThat(answer.message().path("id").intValue()).isEqualTo(1);
  }

  @Test
  void headers_that_agree_are_fine_in_any_case_of_their_names() {
    var answer =
        call(
            "route",
            "{'region': 'us-west1', 'zone': 42, 'dry': true}",
            headers(
                "mcp-protocol-version", "2026-07-28",
                "MCP-METHOD", "tools/call",
                "mcp-name", "route",
                "mcp-param-region", "us-west1",
                "MCP-PARAM-ZONE", "42",
                "Mcp-Param-Dry", "true"));
    assertThat(answer.text()).isEqualTo("us-west1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"})
  void a_required_header_that_is_missing_is_a_mismatch(String missing) {
    var headers = routeHeaders();
    headers.remove(missing);
    assertMismatch(call("route", "{}", headers));
  }

  @ParameterizedTest
  @CsvSource({
    "MCP-Protocol-Version, 2025-11-25",
    "Mcp-Method, tools/list",
    "Mcp-Method, TOOLS/CALL",
    "Mcp-Name, echo",
    "Mcp-Name, Route",
    "Mcp-Name, =?base64?ZWNobw==?=",
    "Mcp-Name, =?base64?not base64?=",
    "Mcp-Name, =?base64?cm91dGU?=",
    "Mcp-Name, =?BASE64?cm91dGU=?="
  })
  void a_header_that_says_something_else_is_a_mismatch(String name, String value) {
    var headers = routeHeaders();
    headers.put(name, value);
    assertMismatch(call("route", "{}", headers));
  }

  @Test
  void a_name_may_come_in_base64() {
    var headers = routeHeaders();
    headers.put("Mcp-Name", "=?base64?cm91dGU=?=");
    assertThat(call("route", "{}", headers).text()).isEqualTo("nowhere");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Hello, 世界", " padded ", "line1\\nline2", "=?base64?literal?=", ""})
  void any_text_can_be_carried_in_base64(String value) {
    var plain = value.replace("\\n", "\n");
    var encoded = Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    var answer =
        call(
            "route",
            "{'region': '%s'}".formatted(value),
            routeHeaders("Mcp-Param-Region", "=?base64?%s?=".formatted(encoded)));
    assertThat(answer.text()).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'region': null}"})
  void an_argument_that_is_not_there_or_null_needs_no_header(String arguments) {
    assertThat(call("route", arguments, routeHeaders()).text()).isEqualTo("nowhere");
  }

  @Test
  void an_argument_whose_header_is_missing_is_a_mismatch() {
    assertMismatch(call("route", "{'region': 'us-west1'}", routeHeaders()));
  }

  @ParameterizedTest
  @CsvSource({"42", "42.0", "4.2e1", "+42"})
  void integers_are_compared_as_numbers(String header) {
    assertThat(call("route", "{'zone': 42}", routeHeaders("Mcp-Param-Zone", header)).text())
        .isEqualTo("nowhere");
  }

  @ParameterizedTest
  @CsvSource({
    "zone, 42, Mcp-Param-Zone, 43",
    "zone, 42, Mcp-Param-Zone, forty-two",
    "zone, 42, Mcp-Param-Zone, 1e999999999",
    "dry, true, Mcp-Param-Dry, True",
    "dry, false, Mcp-Param-Dry, true",
    "region, '\"a\"', Mcp-Param-Region, A"
  })
  void an_argument_that_differs_from_its_header_is_a_mismatch(
      String argument, String value, String header, String said) {
    assertMismatch(
        call("route", "{'%s': %s}".formatted(argument, value), routeHeaders(header, said)));
  }

  @Test
  void a_header_with_bytes_that_no_header_may_have_is_a_mismatch() {
    try (var raw = web.raw()) {
      raw.postModern(
          "tools/call",
          "route",
          "'name': 'route', 'arguments': {'region': '\\u00e9'}",
          "Mcp-Param-Region: \u00e9");
      assertThat(raw.status()).isEqualTo(400);
    }
  }

  @Test
  void the_name_header_repeats_the_uri_of_a_resource_and_the_id_of_a_task() {
    var read = headers("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "resources/read");
    assertMismatch(post("resources/read", "'uri': 'resource://note'", read));
    read.put("Mcp-Name", "resource://note");
    assertThat(post("resources/read", "'uri': 'resource://note'", read).status()).isEqualTo(200);

    for (var method : new String[] {"tasks/get", "tasks/update", "tasks/cancel"}) {
      var task = headers("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method);
      assertMismatch(post(method, "'taskId': 'a'", task));
      task.put("Mcp-Name", "b");
      assertMismatch(post(method, "'taskId': 'a'", task));
    }
  }

  @Test
  void a_difference_of_versions_is_found_before_the_version_is_judged() {
    var body =
        """
        {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{\
        "io.modelcontextprotocol/protocolVersion":"v999",\
        "io.modelcontextprotocol/clientCapabilities":{}}}}""";
    assertMismatch(client.post(body, headers("MCP-Protocol-Version", "2026-07-28")));
    var answer = client.post(body, headers("MCP-Protocol-Version", "v999"));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo(-32022);
  }

  @Test
  void a_newer_version_in_the_header_alone_needs_the_envelope() {
    var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
    var answer = client.post(body, headers("MCP-Protocol-Version", "2026-07-28"));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo(-32602);
  }

  @Test
  void an_unknown_method_is_404_in_the_newer_era() {
    for (var method : new String[] {"ping", "tasks/list", "tasks/result", "resources/subscribe"}) {
      var answer =
          post(
              method,
              "'taskId': 'a'",
              headers("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method));
      assertThat(answer.status()).as(method).isEqualTo(404);
      assertThat(answer.code()).isEqualTo(-32601);
    }
  }

  @Test
  void a_session_id_means_nothing_to_the_newer_era() {
    var headers = routeHeaders("Mcp-Session-Id", "unheard-of", "Last-Event-ID", "5");
    var answer = call("route", "{}", headers);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Mcp-Session-Id")).isEmpty();
  }

  @Test
  void a_request_of_the_newer_era_wins_over_the_session_that_it_names() {
    client.legacy("2025-11-25", "{}");
    var headers = routeHeaders("Mcp-Session-Id", client.session().orElseThrow());
    assertThat(call("route", "{}", headers).result().path("resultType").asString(""))
        .isEqualTo("complete");
  }

  @Test
  void a_notification_of_the_newer_era_is_accepted_without_a_session() {
    var answer =
        client.post(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}",
            headers("MCP-Protocol-Version", "2026-07-28"));
    assertThat(answer.status()).isEqualTo(202);
  }

  @Test
  void older_clients_need_none_of_these_headers() {
    client.legacy("2025-06-18", "{}");
    assertThat(client.callTool("route", "{'region': 'here'}").text()).isEqualTo("here");
  }
}
