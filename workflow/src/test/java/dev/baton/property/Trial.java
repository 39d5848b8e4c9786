package dev.baton.property;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** Tries a property until it is falsified, and then looks for the smallest example that does it. */
final class Trial {
  /** The values that falsified a property, and how. */
  private record Failure(Given given, Throwable cause) {}

  private final Consumer<Given> property;
  private long deadline;

  Trial(Consumer<Given> property) {
    this.property = property;
  }

  /** Tries the simplest values and then random ones, or only those of the seed that was named. */
  void run(int tries) {
    var seed = Optional.ofNullable(Long.getLong("baton.seed"));
    var seeds = new Random();
    var last = seed.isPresent() ? 0 : tries * Integer.getInteger("baton.tries.factor", 1);
    for (var number = 0; number <= last; number++) {
      run(number, number == 0 ? seed.orElse(0L) : seeds.nextLong());
    }
  }

  /** The seed 0 stands for the simplest values. */
  private void run(int number, long seed) {
    var failure = failure(seed == 0 ? Given.replayed(List.of()) : Given.seeded(seed));
    if (failure.isPresent()) {
      var what =
          "Falsified at try %d, which is repeated by -Dbaton.seed=%d".formatted(number, seed);
      throw falsified(what, failure.get());
    }
  }

  private Optional<Failure> failure(Given given) {
    try {
      property.accept(given);
      return Optional.empty();
    } catch (Generator.NoValueException none) {
      // why: choices that were changed may make no value; if random ones do, the test is wrong
      return given.isReplay ? Optional.empty() : Optional.of(new Failure(given, none));
    } catch (Throwable cause) {
      return Optional.of(new Failure(given, cause));
    }
  }

  private AssertionError falsified(String what, Failure failure) {
    var time = Duration.ofSeconds(Integer.getInteger("baton.shrink.seconds", 30));
    deadline = System.nanoTime() + time.toNanos();
    var first = Given.replayed(failure.given().choices);
    var smallest = failure(first).map(this::shrunk);
    var cause = smallest.map(Failure::cause).orElse(failure.cause());
    var smaller =
        smallest
            .map(found -> lines("Smallest values:", found.given()))
            .orElse("\nThe same values did not fail again.");
    return new AssertionError(what + "\n" + cause + smaller + lines("First values:", first), cause);
  }

  private static String lines(String title, Given given) {
    return "\n" + title + "\n  " + String.join("\n  ", given.shown);
  }

  private Failure shrunk(Failure first) {
    var best = first;
    var smaller = lowered(shortened(best));
    while (!smaller.equals(best)) {
      best = smaller;
      smaller = lowered(shortened(best));
    }
    return best;
  }

  /** Leaves out each element of a list that is not needed for the failure. */
  private Failure shortened(Failure failure) {
    var best = failure;
    for (var i = best.given().spans.size() - 1; i >= 0; i--) {
      if (i < best.given().spans.size()) {
        var span = best.given().spans.get(i);
        var choices = new ArrayList<>(best.given().choices);
        choices.subList(span.start(), span.end()).clear();
        best = simpler(best, choices);
      }
    }
    return best;
  }

  /** Lowers each choice as far as the property is still falsified. */
  private Failure lowered(Failure failure) {
    var best = failure;
    for (var i = 0; i < best.given().choices.size(); i++) {
      var tooLow = -1L;
      while (i < best.given().choices.size() && best.given().choices.get(i) > tooLow + 1) {
        var lower = tooLow < 0 ? 0 : tooLow + (best.given().choices.get(i) - tooLow) / 2;
        var choices = new ArrayList<>(best.given().choices);
        choices.set(i, lower);
        var smaller = simpler(best, choices);
        tooLow = smaller.equals(best) ? lower : tooLow;
        best = smaller;
      }
    }
    return best;
  }

  /** The failure of these choices; the best one, if they do not fail alike or are no simpler. */
  private Failure simpler(Failure best, List<Long> choices) {
    return System.nanoTime() > deadline
        ? best
        : failure(Given.replayed(choices))
            .filter(other -> other.cause().getClass() == best.cause().getClass())
            .filter(other -> other.given().isSimplerThan(best.given()))
            .orElse(best);
  }
}
