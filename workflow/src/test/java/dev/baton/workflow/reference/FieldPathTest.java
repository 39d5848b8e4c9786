package dev.baton.workflow.reference;

import static dev.baton.property.Values.textsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.property.Given;
import dev.baton.property.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {
  private static final String LETTERS_AND_DIGITS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  @Property
  void a_path_is_its_segments(Given given) {
    var segments = given.any(textsOf(LETTERS_AND_DIGITS, 1, 8).list(1, 6));
    var path = new FieldPath(String.join(".", segments));

    assertThat(path.segments()).isEqualTo(segments);
    assertThat(path).hasToString(String.join(".", segments));
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "a.", ".a", "a..b"})
  void an_empty_segment_is_refused(String path) {
    assertThatThrownBy(() -> new FieldPath(path))
        .hasMessage("A field path is names or indexes with single dots between, got '%s'", path);
  }
}
