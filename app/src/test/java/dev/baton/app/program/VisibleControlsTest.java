package dev.baton.app.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleControlsTest {
  private static String written(String text, boolean terminal) {
    var out = new StringWriter();
    VisibleControls.writer(out, () -> terminal).print(text);
    return out.toString();
  }

  /** Characters by their numbers, so that this file has none of them in it. */
  @ParameterizedTest
  @CsvSource({
    "001b, ␛",
    "0000, ␀",
    "0007, ␇",
    "0008, ␈",
    "000d, ␍",
    "007f, \\u007f",
    "009b, \\u009b",
    "00ad, \\u00ad",
    "061c, \\u061c",
    "200b, \\u200b",
    "200d, \\u200d",
    "200f, \\u200f",
    "2028, \\u2028",
    "202a, \\u202a",
    "202e, \\u202e",
    "2066, \\u2066",
    "2069, \\u2069",
    "feff, \\ufeff",
    "e0041, \\udb40\\udc41"
  })
  void what_acts_on_a_terminal_is_made_visible(String number, String shown) {
    var text = "a" + Character.toString(Integer.parseInt(number, 16)) + "b";

    assertThat(written(text, true)).isEqualTo("a" + shown + "b");
    assertThat(written(text, false)).isEqualTo("a" + shown + "b");
  }

  @Test
  void content_goes_into_a_file_as_it_is() {
    assertThat(content("a\033b", true)).isEqualTo("a␛b");
    assertThat(content("a\033b", false)).isEqualTo("a\033b");
  }

  private static String content(String text, boolean terminal) {
    var out = new StringWriter();
    VisibleControls.content(VisibleControls.writer(out, () -> terminal), text);
    return out.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"two\nlines\tand a tab", "of\r\nWindows\r\n", "naïve 字 👩‍💻 می‌خواهم", "؀١"})
  void what_is_text_stays(String text) {
    assertThat(written(text, true)).isEqualTo(text);
  }

  @Test
  void our_own_colours_reach_the_terminal_and_those_of_others_do_not() {
    assertThat(written(VisibleControls.own("\033[1m") + "x\033[31m", true))
        .isEqualTo("\033[1mx␛[31m");
  }
}
