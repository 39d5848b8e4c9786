package dev.baton.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GeneratedSchemaTest {
  record Nothing() {}

  record Pair(@Description("First") String a, @Description("Second") Optional<String> b) {}

  record Loose(@OmitWhenEmpty @Description("Maybe") Optional<String> maybe) {}

  private static final Tool<Everything, Everything> EVERYTHING =
      Tool.named("everything", Everything.class, Everything.class)
          .description("Takes and gives everything")
          .handler((input, _) -> input);

  @Test
  void an_input_schema_has_every_supported_type_in_the_order_of_the_components() {
    var expected =
        """
        {
          "type": "object",
          "description": "All of it",
          "properties": {
            "text": {"type": "string", "description": "d1"},
            "is_open": {"type": "boolean", "description": "d2"},
            "count": {"type": "integer", "description": "d3"},
            "big_count": {"type": "integer", "description": "d4"},
            "ratio": {"type": "number", "description": "d5"},
            "small_ratio": {"type": "number", "description": "d6"},
            "price": {"type": "number", "description": "d7"},
            "task_id": {"type": "string", "format": "uuid", "description": "d8"},
            "created_at": {"type": "string", "format": "date-time", "pattern": "Z$", "description": "d9"},
            "colour": {"type": "string", "enum": ["dark_red", "GRN"], "description": "d10"},
            "names": {"type": "array", "items": {"type": "string"}, "description": "d11"},
            "colours": {
              "type": "array",
              "items": {"type": "string", "enum": ["dark_red", "GRN"]},
              "uniqueItems": true,
              "description": "d12"
            },
            "counters": {
              "type": "object", "additionalProperties": {"type": "integer"}, "description": "d13"
            },
            "part": {
              "type": "object",
              "description": "d14",
              "properties": {
                "size": {"type": "integer", "description": "p1"},
                "owner_id": {"type": "string", "format": "uuid", "description": "p2"}
              },
              "required": ["size"],
              "additionalProperties": false
            },
            "parts": {
              "type": "array",
              "items": {
                "type": "object",
                "description": "A part",
                "properties": {
                  "size": {"type": "integer", "description": "p1"},
                  "owner_id": {"type": "string", "format": "uuid", "description": "p2"}
                },
                "required": ["size"],
                "additionalProperties": false
              },
              "description": "d15"
            },
            "maybe_text": {"type": "string", "description": "d16"},
            "maybe_part": {
              "type": "object",
              "description": "d17",
              "properties": {
                "size": {"type": "integer", "description": "p1"},
                "owner_id": {"type": "string", "format": "uuid", "description": "p2"}
              },
              "required": ["size"],
              "additionalProperties": false
            },
            "maybe_colour": {"type": "string", "enum": ["dark_red", "GRN"], "description": "d18"},
            "rare": {"type": "integer", "description": "d19"},
            "anything": {"description": "d20"},
            "object": {"type": "object", "description": "d21"},
            "Named": {"type": "string", "description": "d22"}
          },
          "required": [
            "text", "is_open", "count", "big_count", "ratio", "small_ratio", "price", "task_id",
            "created_at", "colour", "names", "colours", "counters", "part", "parts", "anything",
            "object", "Named"
          ],
          "additionalProperties": false
        }
        """;
    assertThat(Json.pretty(EVERYTHING.inputSchema()))
        .isEqualTo(Json.pretty(Json.parseObject(expected)));
  }

  @Test
  void
      an_output_schema_has_optional_fields_as_null_and_requires_nothing_because_a_failure_fits_too() {
    var schema = EVERYTHING.outputSchema().orElseThrow();

    assertThat(schema.propertyNames()).containsExactly("type", "description", "properties");
    var properties = schema.path("properties");
    assertThat(properties.path("maybe_text").toString())
        .isEqualTo("{\"type\":[\"string\",\"null\"],\"description\":\"d16\"}");
    assertThat(properties.path("maybe_colour").toString())
        .isEqualTo(
            "{\"type\":[\"string\",\"null\"],\"enum\":[\"dark_red\",\"GRN\",null],\"description\":\"d18\"}");
    assertThat(properties.path("maybe_part").toString())
        .isEqualTo(
            "{\"type\":[\"object\",\"null\"],\"description\":\"d17\",\"properties\":{"
                + "\"size\":{\"type\":\"integer\",\"description\":\"p1\"},"
                + "\"owner_id\":{\"type\":[\"string\",\"null\"],\"format\":\"uuid\",\"description\":\"p2\"}}}");
    assertThat(properties.path("rare").toString())
        .isEqualTo("{\"type\":\"integer\",\"description\":\"d19\"}");
    assertThat(properties.path("created_at").toString())
        .isEqualTo("{\"type\":\"string\",\"format\":\"date-time\",\"description\":\"d9\"}");
  }

  @Test
  void a_record_without_components_takes_nothing_and_requires_nothing() {
    var tool =
        Tool.named("nothing", Nothing.class, Loose.class)
            .description("Takes nothing")
            .handler((_, _) -> new Loose(Optional.empty()));

    assertThat(tool.inputSchema().toString())
        .isEqualTo("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}");
    assertThat(tool.outputSchema().orElseThrow().toString())
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"maybe\":{\"type\":\"string\",\"description\":\"Maybe\"}}}");
  }

  @Test
  void a_tool_describes_itself_as_tools_list_shows_it() {
    var tool =
        Tool.named("pair", Pair.class)
            .title("A pair")
            .description("Takes a pair")
            .readOnly()
            .idempotent()
            .handler((input, _) -> ToolResult.text(input.a()));

    assertThat(tool.describe().toString())
        .isEqualTo(
            "{\"name\":\"pair\",\"title\":\"A pair\",\"description\":\"Takes a pair\","
                + "\"inputSchema\":{\"type\":\"object\",\"properties\":{"
                + "\"a\":{\"type\":\"string\",\"description\":\"First\"},"
                + "\"b\":{\"type\":\"string\",\"description\":\"Second\"}},"
                + "\"required\":[\"a\"],\"additionalProperties\":false},"
                + "\"annotations\":{\"readOnlyHint\":true,\"destructiveHint\":false,"
                + "\"idempotentHint\":true}}");
  }

  @Test
  void what_a_caller_does_to_a_schema_does_not_reach_the_tool() {
    EVERYTHING.inputSchema().removeAll();
    EVERYTHING.describe().withObject("/outputSchema").removeAll();

    assertThat(EVERYTHING.inputSchema().has("properties")).isTrue();
    assertThat(EVERYTHING.outputSchema().orElseThrow().has("properties")).isTrue();
  }
}
