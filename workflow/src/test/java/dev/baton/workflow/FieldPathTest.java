package dev.baton.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {
  @Property
  void a_path_is_its_segments(
      @ForAll @Size(min = 1, max = 6)
          List<@NotEmpty @AlphaChars @NumericChars @StringLength(max = 8) String> segments) {
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
