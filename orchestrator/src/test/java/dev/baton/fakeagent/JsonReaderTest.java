package dev.baton.fakeagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fake agent's own little JSON. */
class JsonReaderTest {
  @Test
  void all_kinds_of_values_are_read() throws MalformedJsonException {
    assertThat(JsonReader.parse(" {\"a\" : [1, -2.5e3, true, false, \"x\"], \"b\": {}, \"c\":[]} "))
        .isEqualTo(
            Map.of("a", List.of("1", "-2.5e3", true, false, "x"), "b", Map.of(), "c", List.of()));
    assertThat(JsonReader.parse("null")).isSameAs(JsonReader.NULL);
    assertThat(JsonReader.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\""))
        .isEqualTo("\"\\/\b\f\n\r\té😀");
  }

  @Test
  void what_is_written_is_read_again() throws MalformedJsonException {
    var text = new StringBuilder();
    for (var c = 0; c < 0x3000; c++) {
      text.append((char) c);
    }
    text.append("😀");
    var json = new JsonWriter().member("text", text.toString()).member("n", 5).member("b", true);
    assertThat(JsonReader.parseObject(json.toString()).get("text")).isEqualTo(text.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[1",
        "\"a",
        "{\"a\"}",
        "{\"a\":}",
        "tru",
        "[1,]",
        "1 2",
        "\"\\x\"",
        "\"\\u12g4\"",
        "{a:1}",
        "[1 2]",
        "nul"
      })
  void what_is_not_json_is_refused(String text) {
    assertThatThrownBy(() -> JsonReader.parse(text)).isInstanceOf(MalformedJsonException.class);
  }

  @Test
  void depth_is_limited() {
    assertThatThrownBy(() -> JsonReader.parse("[".repeat(100_000)))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage("deeper than 64");
  }
}
