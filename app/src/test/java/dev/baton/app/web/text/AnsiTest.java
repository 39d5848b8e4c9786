package dev.baton.app.web.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AnsiTest {
  @Test
  void colours_become_classes() {
    assertThat(Ansi.html("a\033[1;31mb\033[0mc"))
        .isEqualTo("a<span class=\"a-bold a-1\">b</span>c");
    assertThat(Ansi.html("\033[92mb\033[39mc")).isEqualTo("<span class=\"a-10\">b</span>c");
    assertThat(Ansi.html("\033[44mb\033[49mc")).isEqualTo("<span class=\"a-on-4\">b</span>c");
    assertThat(Ansi.html("\033[38;5;196mb")).isEqualTo("<span class=\"a-9\">b</span>");
    assertThat(Ansi.html("\033[38;2;0;128;0mb")).isEqualTo("<span class=\"a-2\">b</span>");
    assertThat(Ansi.html("\033[38;5m\033[38mb")).isEqualTo("b");
  }

  @Test
  void everything_else_that_a_terminal_obeys_is_left_out() {
    assertThat(Ansi.html("a\033[2J\033[10;3Hb\033]0;title\007c\033]8;;http://x\033\\d\033(Be"))
        .isEqualTo("abcde");
    assertThat(Ansi.html("a\033")).isEqualTo("a");
    assertThat(Ansi.html("a\033[")).isEqualTo("a");
  }

  @Test
  void words_lose_their_colours_and_nothing_that_could_be_read() {
    assertThat(Ansi.plain("a \033[1;31mred\033[0m \033[2Kb")).isEqualTo("a red b");
    assertThat(Ansi.plain("a\033]0;title\007")).isEqualTo("a\033]0;title\007");
  }

  @Test
  void a_carriage_return_overwrites_its_line() {
    assertThat(Ansi.html("10 %\r50 %\r100 %\r\nnext")).isEqualTo("100 %\nnext");
  }

  @Test
  void tags_and_what_hides_are_shown() {
    assertThat(Ansi.html("<b>&\"\u202e")).isEqualTo("&lt;b&gt;&amp;&quot;\\u202e");
  }

  @Test
  void a_long_line_of_escapes_takes_no_time() {
    var begun = Instant.now();
    assertThat(Ansi.html("\033]".repeat(100_000) + "\033[".repeat(100_000))).isNotNull();
    assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(5));
  }
}
