package dev.baton.app.top;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.top.TopScreen.Action;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What {@code baton top} shows, and what its keys mean. */
class TopScreenTest {
  private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");

  private final TopScreen screen = new TopScreen();

  private static TopRow row(String id, String title, Optional<TopRow.Question> question) {
    return new TopRow(
        "01930000-0000-7000-8000-0000" + id,
        "task of " + id,
        question.isPresent() ? "needs you" : "running",
        "CLAUDE_CODE",
        title,
        "Reads Main.java",
        NOW.minusSeconds(125),
        Optional.of(new BigDecimal("0.4")),
        question);
  }

  private static TopRow row(String id, String title) {
    return row(id, title, Optional.empty());
  }

  private List<String> lines(int width, int height) {
    return screen.lines(width, height, NOW).stream()
        .map(line -> (line.isChosen() ? "> " : "") + line.text())
        .toList();
  }

  @Test
  void it_shows_state_age_cost_executor_and_last_line() {
    screen.show(List.of(row("11111111", "Fix the login"), row("22222222", "Test it")));

    assertThat(lines(120, 24))
        .containsExactly(
            "2 at work",
            "ATTEMPT   STATE    AGE  COST   EXECUTOR     TASK           LAST LINE",
            "> 11111111  running  2m   $0.40  CLAUDE_CODE  Fix the login  Reads Main.java",
            "22222222  running  2m   $0.40  CLAUDE_CODE  Test it        Reads Main.java",
            "",
            "",
            "Up and Down choose, o opens, s stops, a approves, d denies, q quits");
  }

  @Test
  void where_nothing_runs_it_says_how_to_start() {
    screen.show(List.of());

    assertThat(lines(80, 24)).contains("0 at work").anyMatch(it -> it.contains("attempt start"));
    assertThat(screen.press(TopKey.STOP)).isEmpty();
    assertThat(screen.press(TopKey.OPEN)).isEmpty();
  }

  @Test
  void no_line_is_wider_and_no_screen_higher_than_the_terminal() {
    screen.show(
        IntStream.range(10, 60).mapToObj(i -> row(i + "111111", "A title ".repeat(20))).toList());
    for (var i = 0; i < 45; i++) {
      screen.press(TopKey.DOWN);
    }
    for (var width : List.of(5, 40, 80)) {
      var lines = screen.lines(width, 12, NOW);
      assertThat(lines).hasSizeLessThanOrEqualTo(12);
      assertThat(lines)
          .allSatisfy(
              line -> assertThat(line.text().codePoints().count()).isLessThanOrEqualTo(width))
          .anySatisfy(line -> assertThat(line.isChosen()).isTrue());
    }
  }

  @Test
  void what_an_agent_wrote_is_shown_and_not_obeyed() {
    screen.show(
        List.of(
            row(
                "11111111",
                "\033]0;owned\007 \u202eeltit",
                Optional.of(new TopRow.Question("q", "Bash rm\n\u009b2J")))));

    assertThat(String.join("\n", lines(200, 24)))
        .contains("␛]0;owned␇ \\u202eeltit", "It asks: Bash rm \\u009b2J")
        .doesNotContain("\033", "\007", "\u202e", "\u009b");
    assertThat(String.join("\n", TopScreen.plain(List.of(row("1", "\u202ea")), NOW)))
        .contains("\\u202ea")
        .doesNotContain("\u202e");
  }

  @Test
  void a_stop_is_asked_for_twice() {
    var row = row("11111111", "Fix the login");
    screen.show(List.of(row));

    assertThat(screen.press(TopKey.STOP)).isEmpty();
    assertThat(lines(80, 24)).contains("Stop 'Fix the login'? y stops it, any other key does not");
    assertThat(screen.press(TopKey.OTHER)).isEmpty();
    assertThat(screen.press(TopKey.YES)).isEmpty();
    screen.press(TopKey.STOP);
    assertThat(screen.press(TopKey.YES)).contains(new Action.Stop(row));
  }

  @Test
  void only_a_question_can_be_answered() {
    var asks = row("22222222", "B", Optional.of(new TopRow.Question("q1", "Bash ls")));
    screen.show(List.of(row("11111111", "A"), asks));

    assertThat(lines(80, 24)).contains("2 at work, 1 waits for you");
    assertThat(screen.press(TopKey.APPROVE)).isEmpty();
    assertThat(lines(80, 24)).contains("This agent asks nothing");
    screen.press(TopKey.DOWN);
    assertThat(screen.press(TopKey.APPROVE)).contains(new Action.Answer("q1", "approve"));
    assertThat(screen.press(TopKey.DENY)).contains(new Action.Answer("q1", "deny"));
    assertThat(screen.press(TopKey.OPEN)).contains(new Action.Open(asks));
    assertThat(screen.press(TopKey.QUIT)).contains(new Action.Quit());
  }

  @Test
  void the_chosen_attempt_stays_chosen_when_others_come_and_go() {
    screen.show(List.of(row("11111111", "A"), row("22222222", "B")));
    screen.press(TopKey.DOWN);
    screen.show(List.of(row("33333333", "C"), row("22222222", "B")));

    assertThat(lines(80, 24)).anyMatch(line -> line.startsWith("> 22222222"));
    screen.show(List.of(row("33333333", "C")));
    assertThat(lines(80, 24)).anyMatch(line -> line.startsWith("> 33333333"));
  }

  @Test
  void keys_are_letters_and_arrows() throws IOException {
    var in = new ByteArrayInputStream("\033[A\033OBjksadyoq?".getBytes(StandardCharsets.US_ASCII));
    var keys = new ArrayList<TopKey>();
    for (var key = TopKey.read(in); key.isPresent(); key = TopKey.read(in)) {
      keys.add(key.get());
    }

    assertThat(keys)
        .containsExactly(
            TopKey.UP,
            TopKey.DOWN,
            TopKey.DOWN,
            TopKey.UP,
            TopKey.STOP,
            TopKey.APPROVE,
            TopKey.DENY,
            TopKey.YES,
            TopKey.OPEN,
            TopKey.QUIT,
            TopKey.OTHER);
  }
}
