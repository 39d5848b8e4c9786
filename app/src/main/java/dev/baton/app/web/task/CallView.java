package dev.baton.app.web.task;

import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.ToolCallWords;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.transcript.LogEntry.ToolUse;
import java.time.Duration;
import java.util.Optional;

/**
 * A tool call in one line.
 *
 * @param outcome good, bad, or running
 * @param took how long it took so far
 */
record CallView(String verb, String target, Outcome outcome, Duration took) {
  private static final int MOST = 200;
  private static final Duration SHORT = Duration.ofMillis(100);

  /** How a call ended. */
  enum Outcome {
    RUNNING("running", "runs"),
    GOOD("check", "done"),
    BAD("cross", "failed"),
    DENIED("cross", "denied");

    private final String symbol;
    private final String word;

    Outcome(String symbol, String word) {
      this.symbol = symbol;
      this.word = word;
    }

    String symbol() {
      return symbol;
    }

    String word() {
      return word;
    }

    boolean isBad() {
      return this == BAD || this == DENIED;
    }

    private static Outcome of(String status) {
      return switch (status) {
        case "completed" -> GOOD;
        case "failed" -> BAD;
        case "denied" -> DENIED;
        default -> RUNNING;
      };
    }
  }

  static CallView of(ToolUse tool, Duration took) {
    var target = VisibleText.line(ToolCallWords.target(tool));
    return new CallView(
        VisibleText.line(ToolCallWords.verb(tool)),
        target.length() > MOST ? target.substring(0, MOST) + "…" : target,
        Outcome.of(tool.status()),
        took);
  }

  /** How long it took, if that is known. */
  Optional<String> time() {
    return time(took);
  }

  static Optional<String> time(Duration took) {
    return Optional.of(took).filter(Duration::isPositive).map(CallView::words);
  }

  private static String words(Duration took) {
    if (took.compareTo(SHORT) < 0) {
      return "<0.1 s";
    }
    return took.compareTo(Duration.ofSeconds(10)) < 0
        ? "%d.%d s".formatted(took.toSeconds(), took.toMillisPart() / 100)
        : Ages.span(took);
  }
}
