package dev.baton.orchestrator.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.page.TailRead.TailPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Pages of a rising sequence. */
class TailReadTest {
  private static final int ITEM_BYTES = 1000;
  private long next = 120;
  private final TailRead<Long, Long> read =
      new TailRead<>(this::items, index -> index, new PageView<>(index -> index, _ -> ITEM_BYTES));

  @Test
  void the_newest_come_first_and_in_order() {
    var page = read.page(Tail.newest(PageLimit.items(5)), next);

    assertThat(page.items()).containsExactly(115L, 116L, 117L, 118L, 119L);
    assertThat(page.nextCursor()).contains(115L);
    assertThat(page.latestIndex()).contains(119L);
    assertThat(page.hasMore()).isTrue();
  }

  @Test
  void pages_to_the_oldest_skip_nothing_while_new_ones_come_in() {
    var seen = new ArrayList<Long>();
    var page = read.page(Tail.newest(PageLimit.items(7)), next);
    seen.addAll(page.items());
    while (page.nextCursor().isPresent()) {
      next += 3;
      page = read.page(Tail.below(PageLimit.items(7), page.nextCursor().get()), next);
      seen.addAll(0, page.items());
    }
    assertThat(seen).isEqualTo(LongStream.range(0, 120).boxed().toList());
    assertThat(page.hasMore()).isFalse();
  }

  @Test
  void newer_ones_are_read_from_the_oldest_unseen_on() {
    var page = read.page(Tail.above(PageLimit.items(60), -1), next);

    assertThat(page.items()).isEqualTo(LongStream.range(0, 60).boxed().toList());
    assertThat(page.hasMore()).isTrue();
    assertThat(page.nextCursor()).isEmpty();
    assertThat(read.page(Tail.above(PageLimit.items(60), 59), next).hasMore()).isFalse();
    assertThat(read.page(Tail.above(PageLimit.items(60), 119), next).items()).isEmpty();
  }

  @Test
  void a_page_ends_at_its_bytes_but_has_one_item() {
    assertThat(read.page(Tail.newest(PageLimit.byDefault()), next).items()).hasSize(9);
    assertThat(read.page(Tail.newest(PageLimit.asked(200, 200)), next).items()).hasSize(29);
    assertThat(read.page(Tail.newest(new PageLimit(50, 1)), next).items()).containsExactly(119L);
  }

  @Test
  void nothing_is_a_page_too() {
    next = 0;
    var page = read.page(Tail.newest(PageLimit.byDefault()), next);

    assertThat(page)
        .isEqualTo(new TailPage<>(List.of(), Optional.empty(), Optional.empty(), false));
  }

  @Test
  void both_directions_at_once_are_refused() {
    assertThatThrownBy(() -> new Tail(PageLimit.byDefault(), Optional.of(1L), Optional.of(1L)))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(BoardFailureCode.MIXED_PAGINATION));
  }

  @Test
  void a_limit_is_cut_to_the_cap_and_must_be_positive() {
    assertThat(PageLimit.asked(5000, 200).items()).isEqualTo(200);
    assertThatThrownBy(() -> PageLimit.asked(0, 200))
        .hasMessage("limit is 0, but a page holds at least 1 item");
  }

  @Test
  void a_foreign_cursor_is_refused() {
    assertThatThrownBy(
            () -> Position.from(new PageRequest(PageLimit.byDefault(), Optional.of("x y"), "")))
        .hasMessage("'x y' is no cursor of this list");
  }

  private List<Long> items(Tail tail, int most) {
    if (tail.after().isPresent()) {
      return LongStream.range(tail.after().get() + 1, next).limit(most).boxed().toList();
    }
    long below = Math.min(next, tail.cursor().orElse(Long.MAX_VALUE));
    return LongStream.range(Math.max(0, below - most), below).boxed().toList().reversed();
  }
}
