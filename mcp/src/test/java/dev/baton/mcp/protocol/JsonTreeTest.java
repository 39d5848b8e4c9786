package dev.baton.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

/** Trees are the same with and without the mapper. */
class JsonTreeTest {
  private static final String ALL =
      """
      {"text": "a \\"quote\\", \\u00fc, \\ud83d\\ude00 and \\n", "": {}, "none": null, "yes": true, "no": false,
        "list": [1, [], {"x": [null]}], "twice": 1, "twice": 2,
        "numbers": [0, -1, 2147483648, 92233720368547758070, 1.50, 1e400, -0.0]}
      """;

  @Test
  void a_tree_is_read_and_written_as_the_mapper_does() {
    var tree = Json.parseObject(ALL);

    assertThat(tree).isEqualTo(Json.MAPPER.readTree(ALL));
    assertThat(Json.bytes(tree)).isEqualTo(Json.MAPPER.writeValueAsBytes(tree));
  }

  @Test
  void numbers_of_every_type_are_written() {
    var made =
        Json.object()
            .put("short", (short) 1)
            .put("float", 0.1f)
            .put("double", 0.1)
            .put("long", Long.MIN_VALUE)
            .put("big", BigInteger.TEN.pow(30))
            .put("decimal", new BigDecimal("1.00"));

    assertThat(Json.bytes(made)).isEqualTo(Json.MAPPER.writeValueAsBytes(made));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{} {}", "{\"a\":}", "{\"a\":[1,}", "[1", "{'a':1}", "{\"a\":1,}", "nul", "{} x"})
  void what_is_no_json_is_refused(String text) {
    assertThatThrownBy(() -> Json.parseObject(text)).isInstanceOf(JacksonException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "[]", "1", "null"})
  void what_is_no_object_is_refused(String text) {
    assertThatThrownBy(() -> Json.parseObject(text)).hasMessageStartingWith("Not a JSON object");
  }

  @Test
  void deeper_than_messages_may_be_is_refused() {
    var deep = "{\"a\":".repeat(Json.MAX_DEPTH + 1) + "1" + "}".repeat(Json.MAX_DEPTH + 1);

    assertThatThrownBy(() -> Json.parseObject(deep)).isInstanceOf(JacksonException.class);
  }
}
