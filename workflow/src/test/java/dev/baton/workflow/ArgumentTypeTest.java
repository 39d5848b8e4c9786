package dev.baton.workflow;

import static dev.baton.property.Values.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.property.Given;
import dev.baton.property.Property;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ArgumentTypeTest {
  @ParameterizedTest
  @CsvSource({
    "STRING, 5, '\"5\"'",
    "INTEGER, 5, 5",
    "INTEGER, -05, -5",
    "INTEGER, 99999999999999999999, 99999999999999999999",
    "NUMBER, 2.50, 2.50",
    "NUMBER, 1e3, 1E+3",
    "BOOLEAN, true, true",
    "BOOLEAN, false, false"
  })
  void text_is_read_as_the_type(ArgumentType type, String text, String json) {
    assertThat(type.read(text)).hasValueSatisfying(it -> assertThat(it).hasToString(json));
  }

  @ParameterizedTest
  @CsvSource({
    "INTEGER, 5.0",
    "INTEGER, ''",
    "INTEGER, five",
    "INTEGER, ' 5'",
    "INTEGER, ٣",
    "NUMBER, NaN",
    "NUMBER, 1e9999",
    "NUMBER, 0x10",
    "BOOLEAN, TRUE",
    "BOOLEAN, yes"
  })
  void other_text_is_not(ArgumentType type, String text) {
    assertThat(type.read(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7, -7, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE})
  void an_integer_equals_what_a_parser_makes(long value) {
    var text = Long.toString(value);

    assertThat(ArgumentType.INTEGER.read(text)).contains(JsonMapper.shared().readTree(text));
  }

  @Property
  void reading_never_fails(Given given) {
    var text = given.any(texts());
    assertThat(Arrays.stream(ArgumentType.values()).map(type -> type.read(text))).hasSize(4);
  }

  @Test
  void names_are_those_of_json_schema() {
    assertThat(Arrays.stream(ArgumentType.values()).map(ArgumentType::wireName))
        .containsExactly("string", "integer", "number", "boolean");
  }
}
