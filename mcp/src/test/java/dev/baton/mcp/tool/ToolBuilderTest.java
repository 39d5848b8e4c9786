package dev.baton.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.mcp.protocol.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolBuilderTest {
  record Fine(@Description("Fine") String fine) {}

  record Undescribed(String bare, @Description(" ") String blank, @Description("In") Inner inner) {}

  record Inner(int hidden) {}

  record Unsupported(
      @Description("d") Duration duration,
      @Description("d") Object object,
      @Description("d") Map<Integer, String> byNumber,
      @Description("d") List<Optional<String>> maybes,
      @Description("d") Optional<List<Short>> shorts,
      @Description("d") StringBuilder letters) {}

  record Loop(@Description("d") List<Loop> children) {}

  record Twice(@Description("d") String aB, @Description("d") @JsonProperty("a_b") String other) {}

  record Clash(@Description("d") int code, @Description("d") Optional<String> hint) {}

  record Always(@OmitWhenEmpty @Description("d") String always) {}

  record Headers(
      @McpHeader("Region") @Description("d") Optional<String> region,
      @McpHeader("Count") @Description("d") int count,
      @Description("d") Nested nested) {}

  record Nested(@McpHeader("Dry-Run") @Description("d") boolean dryRun) {}

  record BadHeaders(
      @McpHeader("not a token") @Description("d") String a,
      @McpHeader("") @Description("d") String b,
      @McpHeader("Same") @Description("d") String c,
      @McpHeader("sAME") @Description("d") String d,
      @McpHeader("Ratio") @Description("d") double ratio,
      @Description("d") List<Nested> list) {}

  @Test
  void all_problems_of_a_tool_come_at_once() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Tool.named("bad name!", Undescribed.class, String.class)
                    .description(" ")
                    .handler((_, _) -> ""))
        .withMessage(
            """
            Tool 'bad name!' cannot be built:
            - name: must match [A-Za-z0-9_.-]{1,128}
            - description: missing; say what the tool does and when to use it
            - Undescribed.bare: has no @Description
            - Undescribed.blank: has no @Description
            - Inner.hidden: has no @Description
            - String: must be a record""");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A.b-c_9"})
  void a_name_of_letters_digits_and_three_signs_is_accepted(String name) {
    assertThat(typed(name, Fine.class).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a b", "ä"})
  void any_other_name_is_refused(String name) {
    refused(() -> typed(name, Fine.class), "name: must match [A-Za-z0-9_.-]{1,128}");
  }

  @Test
  void a_name_has_at_most_128_characters() {
    assertThat(typed("a".repeat(128), Fine.class).name()).hasSize(128);
    refused(() -> typed("a".repeat(129), Fine.class), "name: must match [A-Za-z0-9_.-]{1,128}");
  }

  @Test
  void types_without_a_schema_are_named_with_their_place() {
    refused(
        () -> typed("t", Unsupported.class),
        "Unsupported.duration: java.time.Duration has no schema",
        "Unsupported.object: java.lang.Object has no schema",
        "Unsupported.byNumber: java.util.Map<java.lang.Integer, java.lang.String> has no schema",
        "Unsupported.maybes: java.util.Optional<java.lang.String> has no schema",
        "Unsupported.shorts: java.lang.Short has no schema",
        "Unsupported.letters: java.lang.StringBuilder has no schema");
  }

  @Test
  void a_record_that_contains_itself_is_refused() {
    refused(() -> typed("t", Loop.class), "Loop.children: a record cannot contain itself");
  }

  @Test
  void two_components_with_one_wire_name_are_refused() {
    refused(() -> typed("t", Twice.class), "Twice: has two fields 'a_b'");
  }

  @Test
  void an_output_field_that_would_forbid_the_failure_envelope_is_refused() {
    refused(
        () ->
            Tool.named("t", Fine.class, Clash.class)
                .description("d")
                .handler((_, _) -> new Clash(1, Optional.empty())),
        "Clash.code: must be a plain string, as in the envelope of a failure; give it another name");
  }

  @Test
  void only_an_optional_can_be_omitted() {
    refused(
        () ->
            Tool.named("t", Fine.class, Always.class)
                .description("d")
                .handler((_, _) -> new Always("")),
        "Always.always: has @OmitWhenEmpty but is no Optional");
  }

  @Test
  void header_parameters_have_their_name_path_and_type() {
    assertThat(typed("t", Headers.class).headerParameters())
        .containsExactly(
            new HeaderParameter("Region", List.of("region"), "string"),
            new HeaderParameter("Count", List.of("count"), "integer"),
            new HeaderParameter("Dry-Run", List.of("nested", "dry_run"), "boolean"));
    assertThat(new HeaderParameter("Region", List.of("region"), "string").header())
        .isEqualTo("Mcp-Param-Region");
    assertThat(typed("t", Headers.class).inputSchema().at("/properties/region").toString())
        .isEqualTo("{\"type\":\"string\",\"description\":\"d\",\"x-mcp-header\":\"Region\"}");
  }

  @Test
  void header_parameters_that_the_protocol_forbids_are_refused() {
    refused(
        () -> typed("t", BadHeaders.class),
        "x-mcp-header of 'a' must be an HTTP token, is 'not a token'",
        "x-mcp-header of 'b' must be an HTTP token, is ''",
        "x-mcp-header 'sAME' of 'd' is taken by 'c'; case does not count",
        "x-mcp-header of 'ratio' needs type string, integer or boolean, is 'number'",
        "x-mcp-header of 'list.items.dry_run' cannot be reached through properties alone");
  }

  @Test
  void header_parameters_of_a_schema_written_by_hand_are_checked_too() {
    refused(
        () ->
            written(
                """
                {"type": "object",
                 "properties": {
                   "a": {"type": "string", "x-mcp-header": 3},
                   "x-mcp-header": {"type": "string"},
                   "c": {"type": "object", "default": {"x-mcp-header": "data"}}},
                 "allOf": [{"properties": {"b": {"type": "string", "x-mcp-header": "B"}}}]}"""),
        "x-mcp-header of 'a' must be an HTTP token, is ''",
        "x-mcp-header of 'allOf.b' cannot be reached through properties alone");
  }

  @Test
  void a_root_that_is_no_object_is_refused() {
    refused(() -> written("{}"), "input schema: the root must have \"type\": \"object\"");
    refused(
        () ->
            Tool.withSchema("t", Json.parseObject("{\"type\":\"object\"}"))
                .description("d")
                .outputSchema(Json.parseObject("{\"type\":\"string\"}"))
                .handler((_, _) -> ToolResult.text("")),
        "output schema: the root must have \"type\": \"object\"");
  }

  @Test
  void what_is_no_json_schema_is_refused_with_the_place() {
    refused(
        () ->
            written(
                """
                {"type": "object", "required": "a", "properties": {"a": {"type": "strong"}}}"""),
        "input schema: /properties/a/type: must be one of [\"array\", \"boolean\", \"integer\","
            + " \"null\", \"number\", \"object\", \"string\"]",
        "input schema: /properties/a/type: string found, array expected",
        "input schema: /required: string found, array expected");
  }

  @Test
  void a_reference_that_leads_nowhere_is_refused() {
    refused(
        () ->
            written(
                """
                {"type": "object", "properties": {"a": {"$ref": "#/$defs/no"}}}"""),
        "input schema: Reference /$defs/no cannot be resolved");
  }

  @Test
  void a_second_output_schema_is_refused() {
    refused(
        () ->
            Tool.named("t", Fine.class, Fine.class)
                .description("d")
                .outputSchema(Json.object())
                .handler((input, _) -> input),
        "output schema: is made from the record already");
  }

  @Test
  void a_tool_has_the_parts_that_it_was_given_and_defaults_for_the_rest() {
    var plain = typed("t", Fine.class);
    assertThat(plain.title()).isEmpty();
    assertThat(plain.outputSchema()).isEmpty();
    assertThat(plain.annotations()).isEqualTo(ToolAnnotations.NONE);
    assertThat(plain.taskSupport()).isEqualTo(TaskSupport.ON_REQUEST);
    assertThat(plain.isRestartable()).isFalse();
    assertThat(plain.beforeTask()).isEmpty();
    assertThat(plain.headerParameters()).isEmpty();
    assertThat(plain.handle().name()).isEqualTo("t");

    var full =
        Tool.named("t", Fine.class)
            .title("T")
            .description("d")
            .destructive()
            .openWorld(true)
            .taskSupport(TaskSupport.PREFERRED)
            .restartable()
            .beforeTask(_ -> {})
            .handler((_, _) -> ToolResult.text(""));
    assertThat(full.title()).contains("T");
    assertThat(full.description()).isEqualTo("d");
    assertThat(full.annotations().toJson())
        .hasToString("{\"readOnlyHint\":false,\"destructiveHint\":true,\"openWorldHint\":true}");
    assertThat(full.taskSupport()).isEqualTo(TaskSupport.PREFERRED);
    assertThat(full.isRestartable()).isTrue();
    assertThat(full.beforeTask()).isPresent();
  }

  private static <I> Tool<I, ToolResult> typed(String name, Class<I> in) {
    return Tool.named(name, in).description("d").handler((_, _) -> ToolResult.text(""));
  }

  private static Tool<?, ?> written(String schema) {
    return Tool.withSchema("t", Json.parseObject(schema))
        .description("d")
        .handler((_, _) -> ToolResult.text(""));
  }

  private static void refused(Runnable build, String... problems) {
    assertThatIllegalArgumentException()
        .isThrownBy(build::run)
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).lines().skip(1))
                    .containsExactly(
                        List.of(problems).stream().map(it -> "- " + it).toArray(String[]::new)));
  }
}
