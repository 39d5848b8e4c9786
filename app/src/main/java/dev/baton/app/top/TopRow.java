package dev.baton.app.top;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One attempt that runs, asks or waits in line.
 *
 * @param lastLine what its agent said or did last
 * @param since when it began, or joined the line
 * @param cost US dollars so far; empty if the agent does not tell
 * @param question what the agent asks, if it waits for an answer
 */
record TopRow(
    String attemptId,
    String taskId,
    String state,
    String executor,
    String title,
    String lastLine,
    Instant since,
    Optional<BigDecimal> cost,
    Optional<Question> question) {
  /** What an agent asks. */
  record Question(String approvalId, String text) {}

  /** How long it has been so, in its largest unit. */
  String age(Instant now) {
    var span = Duration.between(since, now);
    if (span.isNegative()) {
      return "0s";
    }
    return span.toDays() > 0
        ? "%dd".formatted(span.toDays())
        : span.toHours() > 0
            ? "%dh".formatted(span.toHours())
            : span.toMinutes() > 0
                ? "%dm".formatted(span.toMinutes())
                : "%ds".formatted(span.toSeconds());
  }

  String costText() {
    return cost.map("$%.2f"::formatted).orElse("");
  }
}
