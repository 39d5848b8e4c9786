package dev.baton.workflow.internal.narrative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.internal.run.Flow;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  @Test
  void json_is_written_with_blanks_for_the_eye() {
    var json = Flow.json("{'a': [1, {'b': null}], 'c': {}, 'd': []}");

    assertThat(JsonText.line(json)).isEqualTo("{\"a\": [1, {\"b\": null}], \"c\": {}, \"d\": []}");
    assertThat(JsonText.pretty("Look:", json, 1000))
        .isEqualTo(
            """
            Look:
            {
              "a": [
                1,
                {
                  "b": null
                }
              ],
              "c": {},
              "d": []
            }""");
  }

  @Test
  void a_message_needs_room() {
    assertThatThrownBy(() -> Narration.standard().withMessageBytes(255))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A message has room for at least 256 bytes, got 255");
  }
}
