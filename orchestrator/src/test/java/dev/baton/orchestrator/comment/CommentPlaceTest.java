package dev.baton.orchestrator.comment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommentPlaceTest {
  private static CommentPlace place(String... lines) {
    var target =
        new CommentTarget.Lines("a.txt", CommentSide.NEW, 2, 3, "two\nthree", "then", "commit");
    return CommentPlace.of(target, "now", List.of(lines));
  }

  @Test
  void a_comment_stays_where_its_lines_are() {
    assertThat(place("other", "two", "three")).isEqualTo(new CommentPlace(2, 3, false));
  }

  @Test
  void a_comment_goes_with_its_lines() {
    assertThat(place("one", "new", "new", "two", "three")).isEqualTo(new CommentPlace(4, 5, false));
  }

  @Test
  void a_comment_whose_lines_are_gone_or_not_told_apart_is_outdated() {
    assertThat(place("one", "two", "3")).isEqualTo(new CommentPlace(2, 3, true));
    assertThat(place("two", "three", "two", "three")).isEqualTo(new CommentPlace(2, 3, true));
    assertThat(place()).isEqualTo(new CommentPlace(2, 3, true));
  }
}
