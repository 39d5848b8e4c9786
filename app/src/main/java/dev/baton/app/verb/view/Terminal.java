package dev.baton.app.verb.view;

import java.io.Console;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where output goes.
 *
 * @param width columns of a terminal; everything fits where there is none
 * @param live if somebody watches, so that progress is shown
 * @param zone of the times that people read
 */
// why not a ZoneId: the first of those looks for rules of zones in every library of the program
public record Terminal(int width, boolean live, boolean colours, TimeZone zone) {
  private static final int USUAL_WIDTH = 80;

  /** A file or another program. */
  public static Terminal none() {
    return new Terminal(Integer.MAX_VALUE, false, false, TimeZone.getDefault());
  }

  /** What this program writes to. */
  public static Terminal find(Map<String, String> environment) {
    if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
      return none();
    }
    var plain =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(
        number(environment.get("COLUMNS")).or(Terminal::askForWidth).orElse(USUAL_WIDTH),
        true,
        !plain,
        TimeZone.getDefault());
  }

  private static Optional<Integer> askForWidth() {
    try {
      var stty =
          new ProcessBuilder("stty", "size").redirectInput(ProcessBuilder.Redirect.INHERIT).start();
      if (!stty.waitFor(1, TimeUnit.SECONDS)) {
        stty.destroy();
        return Optional.empty();
      }
      try (var answer = stty.inputReader()) {
        return Optional.ofNullable(answer.readLine())
            .flatMap(line -> number(line.replaceFirst("\\S+ ", "")));
      }
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Optional<Integer> number(@Nullable String text) {
    return Optional.ofNullable(text)
        .filter(digits -> digits.matches("[1-9][0-9]{0,4}"))
        .map(Integer::valueOf);
  }
}
