package dev.baton.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import dev.baton.mcp.protocol.Content;
import dev.baton.mcp.protocol.Json;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class WrittenSchemaTest {
  /** As the conformance suite has it. */
  private static final String CONFORMANCE_SCHEMA =
      """
      {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
       "$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
       "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},
       "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
       "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"then":{"required":["phone"]},"else":{"required":["email"]},
       "additionalProperties":false}
      """;

  private static final Tool<ObjectNode, ToolResult> CONFORMANCE =
      Tool.withSchema("json_schema_2020_12_tool", Json.parseObject(CONFORMANCE_SCHEMA))
          .description("Tool with JSON Schema 2020-12 features")
          .handler((arguments, _) -> ToolResult.text(arguments.toString()));

  @Test
  void a_schema_is_shown_as_it_was_written() {
    assertThat(CONFORMANCE.describe().path("inputSchema").toString())
        .isEqualTo(Json.parseObject(CONFORMANCE_SCHEMA).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"email\":\"a@b\"}",
        "{\"contactMethod\":\"phone\",\"phone\":\"1\"}",
        "{\"contactMethod\":\"email\",\"email\":\"a\",\"address\":{\"street\":\"s\",\"more\":1}}",
      })
  void arguments_that_conform_reach_the_handler_as_they_are(String arguments) throws Exception {
    assertThat(call(CONFORMANCE, arguments).content()).containsExactly(Content.text(arguments));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{}                                                  | /email",
        "{\"contactMethod\":\"phone\",\"email\":\"a\"}       | /phone",
        "{\"contactMethod\":\"fax\",\"email\":\"a\"}         | /contactMethod",
        "{\"email\":\"a\",\"address\":{\"city\":3}}          | /address/city",
        "{\"email\":\"a\",\"nme\":\"x\"}                     | /nme",
      })
  void arguments_that_do_not_conform_are_refused(String arguments, String path) throws Exception {
    var result = call(CONFORMANCE, arguments);

    assertThat(result.isError()).isTrue();
    var failure = result.structured().orElseThrow();
    assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(failure.at("/details/problems/0/path").asString()).isEqualTo(path);
  }

  @Test
  void nulls_of_optional_fields_are_removed_unless_the_schema_admits_null() throws Exception {
    var tool =
        Tool.withSchema(
                "t",
                Json.parseObject(
                    """
                    {"type":"object",
                     "$defs":{"a":{"type":"object","properties":{"b":{"type":"string"}}}},
                     "properties":{
                       "a":{"$ref":"#/$defs/a"},
                       "n":{"type":["string","null"]},
                       "e":{"enum":["x",null]},
                       "s":{"type":"string"},
                       "m":{"type":"object","additionalProperties":{"$ref":"#/$defs/a"}}}}"""))
            .description("d")
            .handler((arguments, _) -> ToolResult.text(arguments.toString()));

    assertThat(
            call(
                    tool,
                    "{\"a\":{\"b\":null},\"n\":null,\"e\":null,\"s\":null,\"m\":{\"k\":{\"b\":null}}}")
                .content())
        .containsExactly(Content.text("{\"a\":{},\"n\":null,\"e\":null,\"m\":{\"k\":{}}}"));
  }

  @Test
  void structured_content_that_the_output_schema_admits_passes() throws Exception {
    assertThat(call(answering("{\"list\":[1,2]}"), "{}").isError()).isFalse();
  }

  @Test
  void structured_content_that_the_output_schema_forbids_is_an_internal_failure() throws Exception {
    var result = call(answering("{\"list\":[1,\"two\"]}"), "{}");

    assertThat(result.isError()).isTrue();
    assertThat(result.structured().orElseThrow().toString())
        .isEqualTo(
            "{\"code\":\"internal\",\"message\":\"list answered what its output schema forbids:"
                + " /list/1: string found, integer expected\",\"retryable\":false,"
                + "\"hint\":\"Tell the operator of this server; what list did may have taken effect\","
                + "\"details\":{\"problems\":[{\"path\":\"/list/1\",\"message\":\"string found, integer expected\"}]}}");
  }

  @Test
  void an_answer_without_the_structured_content_that_was_promised_is_an_internal_failure()
      throws Exception {
    var tool = withOutput((_, _) -> ToolResult.text("oops"));

    assertThat(call(tool, "{}").structured().orElseThrow().path("message").asString())
        .isEqualTo("list answered what its output schema forbids: no structured content");
  }

  @Test
  void an_error_need_not_conform_to_the_output_schema() throws Exception {
    var tool = withOutput((_, _) -> ToolResult.error("no"));

    assertThat(call(tool, "{}")).isEqualTo(ToolResult.error("no"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"$ref", "$dynamicRef"})
  void a_schema_that_refers_to_the_network_is_refused_and_nothing_is_fetched(String keyword)
      throws Exception {
    var requests = new AtomicInteger();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try {
      var url = "http://127.0.0.1:%d/a.json".formatted(server.getAddress().getPort());
      var schema = Json.object().put("type", "object");
      schema.putObject("properties").putObject("a").put(keyword, url);

      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  Tool.withSchema("t", schema)
                      .description("d")
                      .handler((_, _) -> ToolResult.text("")))
          .withMessageContaining(
              "input schema: Schema from '%s' is not allowed to be loaded.".formatted(url));
      assertThat(requests).hasValue(0);
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc/hostname", "classpath:/logback.xml", "other.json"})
  void a_schema_that_refers_to_a_file_is_refused(String place) {
    var schema = Json.object().put("type", "object");
    schema.putObject("properties").putObject("a").put("$ref", place);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Tool.withSchema("t", schema)
                    .description("d")
                    .handler((_, _) -> ToolResult.text("")))
        .withMessageContaining("input schema: ");
  }

  private static Tool<ObjectNode, ToolResult> answering(String json) {
    return withOutput((_, _) -> ToolResult.structured(Json.parseObject(json)));
  }

  private static Tool<ObjectNode, ToolResult> withOutput(
      ToolHandler<ObjectNode, ToolResult> handler) {
    return Tool.withSchema("list", Json.object().put("type", "object"))
        .description("Lists")
        .outputSchema(
            Json.parseObject(
                """
                {"type":"object","properties":{"list":{"type":"array","items":{"type":"integer"}}},"required":["list"]}"""))
        .handler(handler);
  }

  private static ToolResult call(Tool<?, ?> tool, String arguments) throws Exception {
    return tool.call(Json.parseObject(arguments), new FakeRequest());
  }
}
