package dev.baton.app.config;

import dev.baton.mcp.tool.NearestWord;
import java.util.Comparator;
import java.util.List;

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

  static ConfigProblem unknownKey(Origin origin, String key, String word, List<String> known) {
    return new ConfigProblem(
        origin,
        "unknown key '%s'%s".formatted(key, NearestWord.asked(word, known)),
        String.join(", ", known));
  }
}
