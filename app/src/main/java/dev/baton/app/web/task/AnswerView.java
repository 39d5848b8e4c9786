package dev.baton.app.web.task;

import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.progress.AnsweredQuestion;

/**
 * The answer to a question of an agent, in one line.
 *
 * @param words who did what
 * @param rest what was said with it, and what was asked
 */
record AnswerView(String symbol, String words, String rest) {
  static AnswerView of(AnsweredQuestion answer) {
    var asked = VisibleText.line(answer.asked());
    var reason = VisibleText.line(answer.reason());
    return switch (answer.outcome()) {
      case APPROVED -> new AnswerView("check", "You approved", asked);
      case ANSWERED -> new AnswerView("check", "You answered", "%s · %s".formatted(reason, asked));
      case DENIED ->
          new AnswerView(
              "cross", "You denied", reason.isEmpty() ? asked : "%s · %s".formatted(reason, asked));
      case EXPIRED -> new AnswerView("cross", "Denied, " + reason, asked);
    };
  }
}
