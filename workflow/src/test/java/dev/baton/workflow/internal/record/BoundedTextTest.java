package dev.baton.workflow.internal.record;

import static dev.baton.property.Values.integers;
import static dev.baton.property.Values.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.property.Given;
import dev.baton.property.Property;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BoundedTextTest {
  @Test
  void a_text_that_fits_stays_as_it_is() {
    assertThat(BoundedText.of("a".repeat(300), 300)).isEqualTo("a".repeat(300));
    assertThat(BoundedText.of("é".repeat(150), 300)).isEqualTo("é".repeat(150));
  }

  @Test
  void of_a_longer_one_the_beginning_is_kept_and_the_rest_is_counted() {
    assertThat(BoundedText.of("a".repeat(1000), 300))
        .isEqualTo("a".repeat(220) + "\n[cut here: 780 of 1000 bytes are not shown]");
  }

  @Test
  void a_pair_of_surrogates_is_not_cut() {
    var text = "a".repeat(219) + "🙂".repeat(100);

    assertThat(BoundedText.of(text, 300))
        .isEqualTo("a".repeat(219) + "\n[cut here: 400 of 619 bytes are not shown]");
  }

  @Property
  void whatever_the_text_it_fits_and_says_how_much_is_missing(Given given) {
    var text = given.any(texts(0, 900));
    var most = given.any(integers(256, 700));
    // why: a lone half of a pair has no bytes in UTF-8, so it becomes a question mark first
    var sound = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    var size = sound.getBytes(StandardCharsets.UTF_8).length;

    var bounded = BoundedText.of(sound, most);

    assertThat(bounded.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(most);
    if (size <= most) {
      assertThat(bounded).isEqualTo(sound);
    } else {
      var kept = bounded.substring(0, bounded.lastIndexOf("\n[cut here: "));
      assertThat(sound).startsWith(kept);
      assertThat(bounded)
          .endsWith(
              "[cut here: %d of %d bytes are not shown]"
                  .formatted(size - kept.getBytes(StandardCharsets.UTF_8).length, size));
    }
  }
}
