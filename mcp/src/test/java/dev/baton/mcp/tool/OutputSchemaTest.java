package dev.baton.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.baton.mcp.protocol.Json;
import dev.baton.schema.RecordJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;

class OutputSchemaTest {
  private static final Tool<Everything, Everything> ECHO =
      Tool.named("echo", Everything.class, Everything.class)
          .description("Gives what it takes")
          .handler((input, _) -> input);

  private final Schema schema =
      SchemaRegistry.withDefaultDialect(
              SpecificationVersion.DRAFT_2020_12,
              builder ->
                  builder.schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()))
          .getSchema(ECHO.outputSchema().orElseThrow());

  @Property(tries = 200)
  void any_record_conforms_to_its_output_schema_and_comes_back_as_it_was(
      @ForAll String text,
      @ForAll long number,
      @ForAll int count,
      @ForAll double ratio,
      @ForAll @Scale(5) BigDecimal price,
      @ForAll Everything.Colour colour,
      @ForAll @Size(max = 3) List<String> names,
      @ForAll @Size(max = 3) Map<String, Long> counters,
      @ForAll Optional<String> maybe,
      @ForAll Optional<Integer> rare,
      @ForAll boolean flag)
      throws Exception {
    var part = new Everything.Part(number, flag ? Optional.empty() : Optional.of(uuid(number)));
    var everything =
        new Everything(
            text,
            flag,
            count,
            number,
            ratio,
            count,
            price,
            uuid(number),
            Instant.ofEpochSecond(count, count % 1_000L),
            colour,
            names,
            Set.of(colour),
            counters,
            part,
            List.of(part),
            maybe,
            flag ? Optional.of(part) : Optional.empty(),
            flag ? Optional.of(colour) : Optional.empty(),
            rare,
            Json.strings(names),
            Json.object().put("text", text),
            text);

    var written = ECHO.call(RecordJson.encode(everything).asObject(), new FakeRequest());

    assertThat(written.isError()).as("%s", written).isFalse();
    var json = written.structured().orElseThrow();
    assertThat(schema.validate(json)).isEmpty();
    assertThat(RecordJson.decode(json, Everything.class)).isEqualTo(everything);
    assertThat(RecordJson.decode(Json.parseObject(json.toString()), Everything.class))
        .isEqualTo(everything);
  }

  @Example
  void the_envelope_of_a_failure_conforms_but_half_a_success_does_not() {
    var failure =
        new ToolFailure(FailureCode.INTERNAL, "Broken", "Try again", Map.of("path", "/a"));

    assertThat(schema.validate(failure.toJson())).isEmpty();
    assertThat(schema.validate(Json.object().put("text", "alone"))).isNotEmpty();
  }

  private static UUID uuid(long seed) {
    var random = new Random(seed);
    return new UUID(random.nextLong(), random.nextLong());
  }
}
