package dev.baton.app.web.needs;

import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.StateView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.attempt.Need.Matter;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of what waits for a person.
 *
 * @param symbol the name of the symbol, which is also the tone
 * @param detail where it is, who works at it, and why it waits
 * @param question what can be approved or denied
 * @param isFinished whether it can be reviewed and merged
 */
record NeedView(
    String id,
    String symbol,
    String title,
    String word,
    String detail,
    Optional<QuestionView> question,
    Optional<LinesView> lines,
    boolean isFinished,
    String address,
    Instant since,
    String age) {
  /** What an agent asks for, and where the answer goes. */
  record QuestionView(String id, String command) {}

  /** How much a finished attempt changed. */
  record LinesView(long added, long deleted) {}

  static NeedView of(Need need, Instant now) {
    var who = "%s, %s".formatted(VisibleText.of(need.project()), AgentNames.of(need.executor()));
    return switch (need.matter()) {
      case Matter.Question question ->
          new NeedView(
              "question-" + question.approvalId(),
              "needs",
              VisibleText.of(need.title()),
              "Approval",
              "%s wants to use %s".formatted(who, VisibleText.line(question.toolName())),
              Optional.of(
                  new QuestionView(
                      question.approvalId().toString(), VisibleText.of(question.summary()))),
              Optional.empty(),
              false,
              address(need),
              need.since(),
              Ages.since(need.since(), now));
      case Matter.Failure failure ->
          new NeedView(
              "failure-" + need.attemptId(),
              "failed",
              VisibleText.of(need.title()),
              "Failed",
              "%s · %s".formatted(who, StateView.reason(failure.summary())),
              Optional.empty(),
              Optional.empty(),
              false,
              address(need),
              need.since(),
              Ages.since(need.since(), now));
      case Matter.Finished finished ->
          new NeedView(
              "finished-" + need.attemptId(),
              "review",
              VisibleText.of(need.title()),
              "Ready for review",
              who,
              Optional.empty(),
              lines(finished),
              true,
              address(need),
              need.since(),
              Ages.since(need.since(), now));
    };
  }

  private static Optional<LinesView> lines(Matter.Finished finished) {
    return finished
        .linesAdded()
        .flatMap(added -> finished.linesDeleted().map(deleted -> new LinesView(added, deleted)));
  }

  private static String address(Need need) {
    return "/tasks/" + need.taskId();
  }
}
