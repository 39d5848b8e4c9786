package dev.baton.app.web.needs;

import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.Choices;
import dev.baton.app.web.text.StateView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.attempt.Need.Matter;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

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
  record QuestionView(String id, String command, Optional<Choices> choices) {}

  /** How much a finished attempt changed. */
  record LinesView(long added, long deleted) {}

  /**
   * A row.
   *
   * @param choices finds what can be chosen, where an agent asks
   */
  static NeedView of(Need need, Function<Matter.Question, Optional<Choices>> choices, Instant now) {
    var who = who(need);
    return switch (need.matter()) {
      case Matter.Question question -> question(need, question, choices.apply(question), now);
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

  private static NeedView question(
      Need need, Matter.Question question, Optional<Choices> choices, Instant now) {
    var who = who(need);
    return new NeedView(
        "question-" + question.approvalId(),
        "needs",
        VisibleText.of(need.title()),
        choices.isPresent() ? "Question" : "Approval",
        choices.isPresent()
            ? who
            : "%s wants to use %s".formatted(who, VisibleText.line(question.toolName())),
        Optional.of(
            new QuestionView(
                question.approvalId().toString(), VisibleText.of(question.summary()), choices)),
        Optional.empty(),
        false,
        address(need),
        need.since(),
        Ages.since(need.since(), now));
  }

  private static String who(Need need) {
    return "%s, %s".formatted(VisibleText.of(need.project()), AgentNames.of(need.executor()));
  }

  private static Optional<LinesView> lines(Matter.Finished finished) {
    return finished
        .linesAdded()
        .flatMap(added -> finished.linesDeleted().map(deleted -> new LinesView(added, deleted)));
  }

  private static String address(Need need) {
    return "/tasks/%s?attempt=%s".formatted(need.taskId(), need.attemptId());
  }
}
