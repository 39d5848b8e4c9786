package dev.baton.app.web.needs;

import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.Choices;
import dev.baton.app.web.text.StateView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.attempt.LineCounts;
import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.attempt.Need.Matter;
import dev.baton.orchestrator.attempt.Need.OtherWork;
import dev.baton.orchestrator.attempt.Need.PausedProject;
import dev.baton.orchestrator.attempt.Need.UnstartedTask;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of what waits for a person.
 *
 * @param symbol the name of the symbol, which is also the tone
 * @param detail where it is, who works at it, and why it waits
 * @param question what can be approved or denied
 * @param finished what can be reviewed and merged
 * @param resume lets something go on that does not do so by itself
 * @param subject what it is about
 * @param problem why something was not done that was asked for here
 */
record NeedView(
    String id,
    String symbol,
    String word,
    String detail,
    Optional<QuestionView> question,
    Optional<FinishedView> finished,
    Optional<ResumeView> resume,
    Subject subject,
    Optional<String> problem) {
  private static final String FAILURE = "failure-";

  /** A row in which nothing was refused. */
  NeedView(
      String id,
      String symbol,
      String word,
      String detail,
      Optional<QuestionView> question,
      Optional<FinishedView> finished,
      Optional<ResumeView> resume,
      Subject subject) {
    this(id, symbol, word, detail, question, finished, resume, subject, Optional.empty());
  }

  /** What an agent asks for, and where the answer goes. */
  record QuestionView(String id, String command, Optional<Choices> choices) {}

  /** Where something is told to go on, and the word for it. */
  record ResumeView(String address, String word) {}

  /**
   * A task or a project that waits, and since when.
   *
   * @param address where it is looked at
   */
  record Subject(
      String title, UUID projectId, String project, String address, Instant since, String age) {
    static Subject of(
        String title, UUID projectId, String project, String address, Instant since, Instant now) {
      return new Subject(
          VisibleText.of(title),
          projectId,
          VisibleText.of(project),
          address,
          since,
          Ages.since(since, now));
    }

    static Subject of(Need need, Instant now) {
      var address = "/tasks/%s?attempt=%s".formatted(need.taskId(), need.attemptId());
      return of(need.title(), need.projectId(), need.project(), address, need.since(), now);
    }
  }

  /**
   * Work that is done.
   *
   * @param other another attempt that it can be compared with
   * @param update where conflicts are given to the agent, if there are some
   * @param isMerged whether nothing of it is left to merge
   */
  record FinishedView(
      Optional<LineCounts> lines,
      Optional<OtherView> other,
      Optional<String> update,
      boolean isMerged) {}

  /** Another attempt at the task, and where both are side by side. */
  record OtherView(String agent, Optional<LineCounts> lines, String compareAddress) {}

  /**
   * A row.
   *
   * @param choices finds what can be chosen, where an agent asks
   */
  static NeedView of(Need need, Function<Matter.Question, Optional<Choices>> choices, Instant now) {
    var who = who(need);
    var subject = Subject.of(need, now);
    return switch (need.matter()) {
      case Matter.Question question -> question(who, question, choices.apply(question), subject);
      case Matter.Failure failure ->
          new NeedView(
              FAILURE + need.attemptId(),
              "failed",
              "Failed",
              "%s · %s".formatted(who, StateView.reason(failure.summary())),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              subject);
      case Matter.StoppedTurn stopped ->
          new NeedView(
              FAILURE + need.attemptId(),
              "stop",
              "Stopped",
              "%s %s".formatted(who, StateView.stopped(stopped.by())).strip(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              subject);
      case Matter.Finished finished -> finished(need, finished, who, subject);
      case Matter.Unpaid unpaid ->
          new NeedView(
              "unpaid-" + need.attemptId(),
              "waiting",
              "In line",
              "%s · %s".formatted(who, StateView.reason(unpaid.reason())),
              Optional.empty(),
              Optional.empty(),
              Optional.of(allow(need.taskId())),
              subject);
    };
  }

  /** One turn may begin past a budget. */
  private static ResumeView allow(UUID taskId) {
    return new ResumeView("/tasks/%s/budget/exceed".formatted(taskId), "Allow one turn");
  }

  /** A project that takes no more tasks. */
  static NeedView of(PausedProject paused, Instant now) {
    var address = "/projects/" + paused.projectId();
    return new NeedView(
        "paused-" + paused.projectId(),
        "failed",
        "Paused",
        "it takes no more tasks by itself · " + StateView.reason(paused.reason()),
        Optional.empty(),
        Optional.empty(),
        Optional.of(new ResumeView(address + "/resume", "Resume")),
        Subject.of(
            paused.project(), paused.projectId(), paused.project(), address, paused.since(), now));
  }

  /** A task that could not be started by itself. */
  static NeedView of(UnstartedTask task, Instant now) {
    var address = "/tasks/" + task.taskId();
    return new NeedView(
        "unstarted-" + task.taskId(),
        "failed",
        "Not started",
        "%s, %s · %s"
            .formatted(
                VisibleText.of(task.project()),
                AgentNames.of(task.executor()),
                StateView.reason(task.reason())),
        Optional.empty(),
        Optional.empty(),
        Optional.of(
            task.isUnpaid()
                ? allow(task.taskId())
                : new ResumeView(address + "/auto-start", "Try again")),
        Subject.of(task.title(), task.projectId(), task.project(), address, task.since(), now));
  }

  private static NeedView question(
      String who, Matter.Question question, Optional<Choices> choices, Subject subject) {
    return new NeedView(
        "question-" + question.approvalId(),
        "needs",
        choices.isPresent() ? "Question" : "Approval",
        choices.isPresent()
            ? who
            : "%s wants to use %s".formatted(who, VisibleText.line(question.toolName())),
        Optional.of(
            new QuestionView(
                question.approvalId().toString(), VisibleText.of(question.summary()), choices)),
        Optional.empty(),
        Optional.empty(),
        subject);
  }

  /** Where the last message of an attempt that failed or was stopped is sent again. */
  String retryAddress() {
    return "/attempts/%s/turns/newest/retry".formatted(id.substring(FAILURE.length()));
  }

  /** Whether it stands here for this approval, attempt, task or project. */
  boolean isAbout(UUID matter) {
    return id.endsWith("-" + matter);
  }

  /** The same with why something was not done. */
  NeedView withProblem(String sentence) {
    return new NeedView(
        id, symbol, word, detail, question, finished, resume, subject, Optional.of(sentence));
  }

  private static String who(Need need) {
    return "%s, %s".formatted(VisibleText.of(need.project()), AgentNames.of(need.executor()));
  }

  private static NeedView finished(
      Need need, Matter.Finished finished, String who, Subject subject) {
    var conflict = finished.conflict().filter(_ -> !finished.isMerged());
    var state =
        finished.isMerged()
            ? StateView.MERGED
            : conflict
                .map(StateView::conflicting)
                .orElse(new StateView("review", "Ready for review", "", Optional.empty()));
    return new NeedView(
        "finished-" + need.attemptId(),
        state.symbol(),
        state.word(),
        Stream.of(
                Optional.of(state.detail()).filter(_ -> finished.isMerged()),
                conflict.map(it -> "in " + StateView.files(it)),
                finished
                    .mergedPullRequest()
                    .filter(_ -> !finished.isMerged())
                    .map("PR #%d was merged; look for work that is not in it"::formatted),
                Optional.of(who))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(" · ")),
        Optional.empty(),
        Optional.of(
            new FinishedView(
                finished.lines(),
                finished.other().map(it -> other(need, it)),
                conflict.map(_ -> "/attempts/%s/update".formatted(need.attemptId())),
                finished.isMerged())),
        Optional.empty(),
        subject);
  }

  private static OtherView other(Need need, OtherWork other) {
    return new OtherView(
        AgentNames.of(other.executor()),
        other.lines(),
        "/tasks/%s/compare?a=%s&b=%s"
            .formatted(need.taskId(), other.attemptId(), need.attemptId()));
  }
}
