package dev.baton.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.assertj.core.presentation.StandardRepresentation;

/**
 * The values of one try. Each is made of choices, numbers of which 0 is the simplest. They come
 * from a seed, or from an earlier try, of which some may be left out or lowered. Not thread safe.
 */
public final class Given {
  /** The choices that made one element of a list. */
  record Span(int start, int end) {}

  /** How many percent of a try's numbers are extreme ones: one of these. */
  private static final int[] EXTREMES = {0, 5, 5, 20, 20, 100};

  final List<Long> choices = new ArrayList<>();
  final List<Span> spans = new ArrayList<>();
  final List<String> shown = new ArrayList<>();
  final boolean isReplay;
  private final List<Long> earlier;
  private final Random random;
  private final int extremes;
  private int depth;

  private Given(boolean isReplay, List<Long> earlier, long seed) {
    this.isReplay = isReplay;
    this.earlier = List.copyOf(earlier);
    random = new Random(seed);
    extremes = EXTREMES[random.nextInt(EXTREMES.length)];
  }

  static Given seeded(long seed) {
    return new Given(false, List.of(), seed);
  }

  /** The values of these choices; where there are too few, the simplest. */
  static Given replayed(List<Long> choices) {
    return new Given(true, choices, 0);
  }

  /** Some value that the generator makes. Generators may call it too, for the parts of theirs. */
  public <T> T any(Generator<T> generator) {
    depth++;
    var value = generator.make(this);
    depth--;
    if (isReplay && depth == 0) {
      // why: at once, because a test may change its values
      shown.add(shown(value));
    }
    return value;
  }

  private static String shown(Object value) {
    return new StandardRepresentation()
        .toStringOf(value)
        .chars()
        .mapToObj(c -> c >= ' ' && c < 127 ? Character.toString(c) : String.format("\\u%04x", c))
        .collect(Collectors.joining());
  }

  /** A number from 0 to the greatest: that of the earlier try, or else the proposed one. */
  long choose(long greatest, LongSupplier proposed) {
    var next = choices.size();
    var replayed = next < earlier.size() ? Math.min(earlier.get(next), greatest) : 0;
    choices.add(isReplay ? replayed : proposed.getAsLong());
    return choices.get(next);
  }

  int chooseIndex(int size) {
    return (int) choose(size - 1L, () -> random.nextInt(size));
  }

  /** A random number of the range: an extreme one, one close to the simplest, or just any. */
  long propose(long least, long simplest, long greatest) {
    long[] edges = {least, greatest, simplest, simplest + 1, simplest - 1, least + 1, greatest - 1};
    var size = greatest - least + 1;
    // why: a size that is too great for its type is negative
    var any = size > 0 ? least + random.nextLong(size) : random.nextLong();
    var close = simplest + (random.nextLong() >> random.nextInt(1, 64));
    var chosen = random.nextInt(3) == 0 ? close : any;
    if (random.nextInt(100) < extremes) {
      chosen = edges[random.nextInt(edges.length)];
    }
    var inRange = chosen >= least && chosen <= greatest ? chosen : any;
    return inRange >= least && inRange <= greatest ? inRange : simplest;
  }

  /** Fewer choices are simpler; of as many, the first that differs decides. */
  boolean isSimplerThan(Given other) {
    if (choices.size() != other.choices.size()) {
      return choices.size() < other.choices.size();
    }
    var same = 0;
    while (same < choices.size() && choices.get(same).equals(other.choices.get(same))) {
      same++;
    }
    return same < choices.size() && choices.get(same) < other.choices.get(same);
  }
}
