package dev.baton.app.config;

import java.util.Comparator;

/**
 * A mistake in the configuration.
 *
 * @param found what is wrong, with the key and the value
 * @param allowed what may stand there instead
 */
public record ConfigProblem(Origin origin, String found, String allowed) {
  /** Those of the file in the order of its lines, then the others. */
  static final Comparator<ConfigProblem> IN_ORDER =
      Comparator.comparingInt(
          problem ->
              problem.origin() instanceof Origin.Line(int number) ? number : Integer.MAX_VALUE);

  /** One line: where, what is wrong, what is allowed. */
  public String message() {
    return "%s: %s; allowed: %s".formatted(origin.words(), found, allowed);
  }
}
