package dev.baton.mcp.tool;

import static dev.baton.property.Values.doubles;
import static dev.baton.property.Values.integers;
import static dev.baton.property.Values.longs;
import static dev.baton.property.Values.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.baton.internal.schema.RecordJson;
import dev.baton.mcp.protocol.Json;
import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OutputSchemaTest {
  private static final Tool<Everything, Everything> ECHO =
      Tool.named("echo", Everything.class, Everything.class)
          .description("Gives what it takes")
          .handler((input, _) -> input);

  /** Up to what a double can hold, with up to five decimals. */
  private static final Generator<BigDecimal> PRICES =
      given ->
          BigDecimal.valueOf(given.any(longs()))
              .scaleByPowerOfTen(given.any(integers(0, 285)))
              .setScale(given.any(integers(0, 5)));

  private static <T> Generator<Optional<T>> optional(Generator<T> values) {
    return Generator.oneOf(_ -> Optional.empty(), values.map(Optional::of));
  }

  private final Schema schema =
      SchemaRegistry.withDefaultDialect(
              SpecificationVersion.DRAFT_2020_12,
              builder ->
                  builder.schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()))
          .getSchema(ECHO.outputSchema().orElseThrow());

  @Property(tries = 200)
  void any_record_conforms_to_its_output_schema_and_comes_back_as_it_was(Given given)
      throws Exception {
    var text = given.any(texts());
    var number = given.any(longs());
    var count = given.any(integers());
    // why: numbers are read as decimals, which have no negative zero
    var ratio = given.any(doubles().map(some -> some + 0.0));
    var price = given.any(PRICES);
    var colour = given.any(Generator.of(Everything.Colour.values()));
    var names = given.any(texts().list(0, 3));
    var counters = given.any(Generator.maps(texts(), longs(), 3));
    var maybe = given.any(optional(texts()));
    var rare = given.any(optional(integers()));
    var flag = given.any(Generator.of(false, true));
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

  @Test
  void the_envelope_of_a_failure_conforms_but_wrong_types_do_not() {
    var failure =
        new ToolFailure(FailureCode.INTERNAL, "Broken", "Try again", Map.of("path", "/a"));

    assertThat(schema.validate(failure.toJson())).isEmpty();
    assertThat(schema.validate(Json.object().put("text", 1))).isNotEmpty();
  }

  private static UUID uuid(long seed) {
    var random = new Random(seed);
    return new UUID(random.nextLong(), random.nextLong());
  }
}
