package dev.baton.property;

import static dev.baton.property.Values.integers;
import static dev.baton.property.Values.longs;
import static dev.baton.property.Values.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What is wrong is found, made small, and can be repeated. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class PropertyTest {
  private enum Command {
    PUSH,
    POP,
    PEEK,
    CLEAR
  }

  private static final Pattern SEED = Pattern.compile("-Dbaton.seed=(-?\\d+)");
  private static final List<Integer> TRIES = new ArrayList<>();

  private static String falsified(Consumer<Given> property) {
    var failure = assertThrows(AssertionError.class, () -> new Trial(property).run(5_000));
    return String.valueOf(failure.getMessage());
  }

  private static String smallest(Consumer<Given> property) {
    var message = falsified(property);
    return message.substring(message.indexOf("Smallest"), message.indexOf("\nFirst values:"));
  }

  private static boolean isHalf(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }

  @Property(tries = 20)
  void a_property_is_tried_as_often_as_it_says(Given given) {
    TRIES.add(given.any(integers()));
  }

  @AfterAll
  static void itWas() {
    if (Long.getLong("baton.seed") == null) {
      assertThat(TRIES).hasSize(1 + 20 * Integer.getInteger("baton.tries.factor", 1));
    }
  }

  @Test
  void a_list_is_shrunk_to_the_element_that_matters_and_that_to_its_bound() {
    assertThat(
            smallest(
                given ->
                    assertThat(given.any(integers(-5_000, 5_000).list(0, 30)))
                        .noneMatch(number -> number >= 1_234 || number < -4_000)))
        .isEqualTo("Smallest values:\n  [1234]");
  }

  @Test
  void commands_that_do_not_matter_are_left_out() {
    assertThat(
            smallest(
                given -> {
                  var stack = new ArrayDeque<Integer>();
                  var isCleared = false;
                  for (var command : given.any(Generator.of(Command.values()).commands(6, 16))) {
                    switch (command) {
                      case PUSH -> stack.push(1);
                      case POP -> stack.poll();
                      case CLEAR -> {
                        isCleared = stack.size() > 1;
                        stack.clear();
                      }
                      // the planted bug: only who looks after a clearing of several sees it
                      case PEEK -> assertThat(isCleared && stack.isEmpty()).isFalse();
                    }
                  }
                }))
        .isEqualTo("Smallest values:\n  [PUSH, PUSH, CLEAR, PEEK]");
  }

  @Test
  void a_text_is_shrunk_to_the_character_that_matters() {
    assertThat(
            smallest(
                given ->
                    assertThat(given.any(texts()).codePoints()).noneMatch(PropertyTest::isHalf)))
        .matches("Smallest values:\n  \"\\\\u(d800|dc00)\"");
  }

  @Test
  void a_pair_that_a_text_has_no_room_for_is_left_out_and_not_cut_in_half() {
    var pair = List.of(1L, 4L, 0L);
    var letter = List.of(1L, 0L, 0L);
    var choices = Stream.of(pair, pair, letter).flatMap(List::stream).toList();
    assertThat(Given.replayed(choices).any(texts(0, 3))).isEqualTo("\ud800\udc00a");
  }

  @Test
  void several_values_are_shrunk_together_and_shown_as_they_were_given() {
    assertThat(
            smallest(
                given -> {
                  var list = given.any(texts(0, 5).list(1, 9).map(ArrayList::new));
                  var index = given.any(integers(0, 8));
                  list.add("changed");
                  assertThat(list.size()).isGreaterThan(index);
                }))
        .isEqualTo("Smallest values:\n  [\"\"]\n  2");
  }

  @Test
  void a_seed_repeats_its_try_alone() {
    var tried = new ArrayList<Long>();
    Consumer<Given> property =
        given -> {
          tried.add(given.any(longs()));
          assertThat(tried.get(tried.size() - 1)).isLessThan(1L << 40);
        };
    var message = falsified(property);
    var seed = SEED.matcher(message);
    assertThat(seed.find()).isTrue();
    var before = System.getProperty("baton.seed");
    System.setProperty("baton.seed", seed.group(1));
    try {
      tried.clear();
      assertThat(falsified(property)).startsWith("Falsified at try 0");
      assertThat(message).endsWith("First values:\n  " + tried.get(0) + "L");
    } finally {
      if (before == null) {
        System.clearProperty("baton.seed");
      } else {
        System.setProperty("baton.seed", before);
      }
    }
  }

  @Test
  void what_fails_only_once_says_so() {
    var isFirst = new boolean[] {true};
    assertThat(
            falsified(
                given -> {
                  given.any(integers(7, 9));
                  var fails = isFirst[0];
                  isFirst[0] = false;
                  assertThat(fails).isFalse();
                }))
        .endsWith("\nThe same values did not fail again.\nFirst values:\n  7");
  }

  @Test
  void extreme_values_come_often() {
    var numbers = new HashSet<Long>();
    var texts = new HashSet<String>();
    var sizes = new HashSet<Integer>();
    new Trial(
            given -> {
              numbers.add(given.any(longs()));
              texts.add(given.any(texts()));
              sizes.add(given.any(integers().list(2, 40)).size());
            })
        .run(1_000);
    assertThat(numbers).contains(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
    assertThat(sizes).contains(2, 3, 40).allMatch(size -> size >= 2 && size <= 40);
    assertThat(texts)
        .contains("")
        .allMatch(text -> text.length() <= 255)
        .anyMatch(text -> text.length() == 255)
        .anyMatch(text -> text.codePoints().anyMatch(Character::isSupplementaryCodePoint))
        .anyMatch(text -> text.codePoints().anyMatch(PropertyTest::isHalf))
        .anyMatch(text -> text.indexOf(0) >= 0);
  }
}
