package dev.baton.orchestrator.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

class RowWordsTest {
  @Test
  void there_are_words_for_everything_that_is_moved() {
    for (var table : MovedTable.ALL) {
      assertThat(RowWords.find(table.name())).as(table.name()).isPresent();
    }
  }

  @Test
  void counts_are_told_in_words_of_people() {
    var counts = new LinkedHashMap<String, Long>();
    counts.put("board_task", 1L);
    counts.put("repo", 2L);
    counts.put("label", 0L);

    assertThat(RowWords.of(counts)).isEqualTo("1 task, 2 repositories");
    counts.clear();
    assertThat(RowWords.of(counts)).isEqualTo("nothing");
  }
}
