package dev.baton.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private final Peer ours = new Peer("ours", Era.OLDER, List.of());
  private final Peer theirs = new Peer("theirs", Era.OLDER, List.of());
  private final Results results = new Results();

  @Test
  void a_goal_is_met_by_the_ratio_of_the_medians() {
    for (var value : List.of(30.0, 20.0, 900.0)) {
      results.add(ours, Figure.CALL_CPU, value);
    }
    results.add(theirs, Figure.CALL_CPU, 90.0);

    assertThat(new Goal.AtMost(ours, Figure.CALL_CPU, 1.0 / 3, theirs).row(results))
        .containsExactly(
            "CPU µs per call, ours", "at most 1/3 of theirs", "30.0", "90.0", "0.33", "yes");
    assertThat(new Goal.AtLeast(ours, Figure.CALL_CPU, 2, theirs).row(results)).endsWith("**no**");
    assertThat(new Goal.Under(ours, Figure.CALL_CPU, 30).row(results)).endsWith("**no**");
  }

  @Test
  void latencies_are_read_by_their_share() {
    var latencies = new Latencies();
    for (var millis = 1; millis <= 100; millis++) {
      latencies.add(millis * 1_000_000L);
    }
    assertThat(latencies.millis(0.5)).isEqualTo(50);
    assertThat(latencies.millis(0.99)).isEqualTo(99);
  }

  @Test
  void a_section_replaces_only_the_old_one_of_its_name() {
    var page = "a\n<!-- bench:x -->\nold\n<!-- /bench:x -->\nb\n";
    assertThat(Readme.replaced(page, "x", "new\n"))
        .isEqualTo("a\n<!-- bench:x -->\nnew\n<!-- /bench:x -->\nb\n");
    assertThatThrownBy(() -> Readme.replaced(page, "y", "new\n")).hasMessageContaining("bench:y");
  }
}
