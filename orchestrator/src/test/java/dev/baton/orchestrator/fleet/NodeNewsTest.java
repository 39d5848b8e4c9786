package dev.baton.orchestrator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Nodes understand each other, also those of a later version. */
class NodeNewsTest {
  private static final UUID ONE = UUID.fromString("0198a6e0-0000-7000-8000-000000000001");
  private static final UUID TWO = UUID.fromString("0198a6e0-0000-7000-8000-000000000002");

  @Test
  void what_is_told_is_heard_and_has_a_word_for_its_kind() {
    var all =
        List.of(
            new NodeNews.Happened(),
            new NodeNews.Output(ONE, TWO),
            new NodeNews.Due("host:/home/me/my  data"),
            new NodeNews.Moved(ONE),
            new NodeNews.Repositories(),
            new NodeNews.Called(ONE, "host:/home/me/my  data"),
            new NodeNews.Answered(TWO));

    assertThat(all).allSatisfy(news -> assertThat(NodeNews.parse(news.words())).contains(news));
    assertThat(all.stream().map(news -> news.words().split(" ", 2)[0]))
        .containsExactly("event", "output", "due", "moved", "repositories", "call", "answered");
  }

  @Test
  void who_hears_again_takes_it_that_something_happened() {
    assertThat(NodeNews.parse("")).contains(new NodeNews.Happened());
  }

  @Test
  void what_a_later_version_tells_is_passed_over() {
    assertThat(List.of("weather " + ONE, ONE + " " + TWO, "output " + ONE, "moved there"))
        .allSatisfy(words -> assertThat(NodeNews.parse(words)).isEmpty());
  }
}
