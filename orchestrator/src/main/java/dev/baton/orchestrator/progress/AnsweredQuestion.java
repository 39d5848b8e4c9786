package dev.baton.orchestrator.progress;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.transcript.LogEntry;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What became of a question of an agent, as it stands in the conversation.
 *
 * @param asked the tool, and what it was to do
 * @param reason what was said with it; may be empty
 */
public record AnsweredQuestion(Outcome outcome, String asked, String reason) {
  /** How a question came to its end. */
  public enum Outcome {
    APPROVED("Approved: (?<asked>.*)", "Approved: %1$s"),
    ANSWERED("Answered: (?<asked>.*?)\n→ (?<reason>.*)", "Answered: %1$s\n→ %2$s"),
    DENIED("Denied: (?<asked>.*?)(?:\nReason: (?<reason>.*))?", "Denied: %1$s"),
    /** Nobody answered in time, which the reason says. */
    EXPIRED("Denied, (?<reason>no answer [^:]*): (?<asked>.*)", "Denied, %2$s: %1$s");

    private final Pattern pattern;
    private final String format;

    Outcome(String pattern, String format) {
      this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
      this.format = format;
    }
  }

  static AnsweredQuestion of(Outcome outcome, Approval approval, String reason) {
    var tool = approval.toolName();
    var summary = approval.summary();
    // why: most agents name the tool in what they ask
    var asked = summary.startsWith(tool) ? summary : "%s. %s".formatted(tool, summary);
    return new AnsweredQuestion(outcome, asked, reason.strip());
  }

  /** The answer that an entry of a conversation tells of, if it does. */
  public static Optional<AnsweredQuestion> find(LogEntry entry) {
    if (!entry.type().equals("system_message")) {
      return Optional.empty();
    }
    for (var outcome : Outcome.values()) {
      var found = outcome.pattern.matcher(entry.content());
      if (found.matches()) {
        var reason =
            found.namedGroups().containsKey("reason")
                ? Optional.ofNullable(found.group("reason"))
                : Optional.<String>empty();
        return Optional.of(new AnsweredQuestion(outcome, found.group("asked"), reason.orElse("")));
      }
    }
    return Optional.empty();
  }

  /** As it is kept. */
  String text() {
    var text = outcome.format.formatted(asked, reason);
    return outcome == Outcome.DENIED && !reason.isEmpty() ? text + "\nReason: " + reason : text;
  }
}
