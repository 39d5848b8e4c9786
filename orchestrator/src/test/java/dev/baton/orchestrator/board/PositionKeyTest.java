package dev.baton.orchestrator.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** There is always a place between two, above all and below all. */
class PositionKeyTest {
  @Test
  void keys_put_anywhere_sort_as_they_were_put() {
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var keys = new ArrayList<>(List.of(PositionKey.middle()));
      for (int round = 0; round < 2_000; round++) {
        // why: most are put where the last one was, as a person does who sorts a pile
        var place = random.nextInt(10) < 7 ? keys.size() / 2 : random.nextInt(keys.size() + 1);
        keys.add(place, at(keys, place));
      }
      assertThat(keys).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
      assertThat(keys).allMatch(key -> key.text().matches("[0-9a-z]{8}([0-9a-z]*[1-9a-z])?"));
    }
  }

  private static PositionKey at(List<PositionKey> keys, int place) {
    if (place == 0) {
      return keys.getFirst().above();
    }
    return place == keys.size()
        ? keys.getLast().below()
        : PositionKey.between(keys.get(place - 1), keys.get(place));
  }

  @Test
  void keys_at_either_end_stay_short_however_many_there_are() {
    var top = PositionKey.middle();
    var bottom = top;
    for (int round = 0; round < 100_000; round++) {
      top = top.above();
      bottom = bottom.below();
    }
    assertThat(top.text()).hasSize(8).isLessThan("i0000000");
    assertThat(bottom.text()).hasSize(8).isGreaterThan("i0000000");
  }

  @Test
  void a_key_is_too_long_only_after_very_many_moves_to_one_place() {
    var upper = PositionKey.middle();
    var lower = upper.below();
    var moves = 0;
    while (!lower.isTooLong()) {
      lower = PositionKey.between(upper, lower);
      moves++;
    }
    assertThat(moves).isGreaterThan(200);
  }
}
