package dev.baton.app.web.workflow;

import dev.baton.app.web.frame.TypedText;
import dev.baton.app.web.text.StateView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.Fields;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStatus;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunVariables;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A run of a workflow as its page shows it.
 *
 * @param state in one symbol and one word
 * @param refusal why something that was asked for was not done
 * @param reason why it does not go on, or what came of it
 * @param isWorking whether the server is at work on it
 * @param isKept whether it can be resumed and completed, now or later
 */
record WorkflowRunView(
    String id,
    String title,
    StateView state,
    Optional<RefusalView> refusal,
    Optional<String> reason,
    List<StepView> steps,
    List<RemainingView> remaining,
    Optional<String> result,
    boolean isWorking,
    boolean isOpen,
    boolean isKept) {
  private static final int MOST_RESULT = 20_000;

  /** The field for what came of a run. */
  private static final String OUTCOME = "result";

  /**
   * Why something was not done.
   *
   * @param outcome what was typed as what came of the run
   * @param typed what was typed into fields that the page has no more
   */
  record RefusalView(String sentence, String outcome, List<TypedText> typed) {}

  /** A step, and what it gave. */
  record StepView(
      String id, String name, String tool, String symbol, String word, Optional<String> result) {
    static StepView of(JsonNode step, RunWords words) {
      var status = step.path("status").asString("");
      var result = step.path("result");
      var name = step.path("name").asString("");
      return new StepView(
          VisibleText.of(name),
          FieldView.words(name),
          words.tool(step.path("tool").asString("")),
          symbol(status),
          step.path("reason")
              .asStringOpt()
              .map(why -> status + ", " + words.forPeople(why))
              .orElse(status),
          result.isMissingNode() || result.isNull()
              ? Optional.empty()
              : Optional.of(shortened(result)));
    }

    private static String symbol(String status) {
      return switch (status) {
        case "completed" -> "done";
        case "running" -> "running";
        case "failed" -> "failed";
        case "skipped" -> "right";
        default -> "waiting";
      };
    }
  }

  /**
   * A durable run.
   *
   * @param subjects finds what a step with these arguments is about
   */
  static WorkflowRunView of(
      TaskRecord run,
      String title,
      JsonNode status,
      JsonNode shown,
      JsonNode tools,
      Function<JsonNode, Optional<RunSubject>> subjects) {
    var words = new RunWords(tools);
    var isOpen = !run.status().isFinal();
    var isWorking = isOpen && run.holder().isPresent();
    var remaining =
        isWorking
            ? List.<RemainingView>of()
            : status
                .path("remaining")
                .valueStream()
                .map(call -> RemainingView.of(run.id().value(), call, tools, subjects))
                .toList();
    return new WorkflowRunView(
        run.id().value(),
        title,
        state(run),
        Optional.empty(),
        isWorking ? Optional.empty() : reason(run, status, shown).map(words::forPeople),
        status.path("steps").valueStream().map(step -> StepView.of(step, words)).toList(),
        remaining,
        isOpen ? Optional.empty() : result(run),
        isWorking,
        isOpen,
        true);
  }

  /** A run that is kept in the call that began it, and nowhere else. */
  static WorkflowRunView of(TaskRecord call, String title, JsonNode tools) {
    var words = new RunWords(tools);
    var report = WorkflowRuns.result(call).path("structuredContent");
    return new WorkflowRunView(
        call.id().value(),
        title,
        report.path("status").asString("").equals("paused")
            ? new StateView("needs", "Handed over", "it cannot be resumed", Optional.empty())
            : state(call),
        Optional.empty(),
        report
            .path("handoff")
            .asStringOpt()
            .or(() -> error(call))
            .or(() -> report.path("message").asStringOpt())
            .map(words::forPeople),
        report.path("steps").valueStream().map(step -> StepView.of(step, words)).toList(),
        List.of(),
        Optional.of(report.path("result"))
            .filter(result -> !result.isMissingNode() && !result.isNull())
            .map(WorkflowRunView::shortened),
        !call.status().isFinal(),
        !call.status().isFinal(),
        false);
  }

  /** The same, with what went wrong when somebody sent a form of it, and what they had typed. */
  WorkflowRunView refused(String sentence, Fields form) {
    var asks = asks();
    var left = remaining.stream().map(call -> call.withTyped(form)).toList();
    var shown =
        Stream.concat(
                Stream.of(OUTCOME),
                left.stream().flatMap(call -> call.fields().stream()).map(FieldView::name))
            .toList();
    var gone =
        TypedText.of(form).stream().filter(text -> !asks || !shown.contains(text.field())).toList();
    return new WorkflowRunView(
        id,
        title,
        state,
        Optional.of(new RefusalView(sentence, form.text(OUTCOME), gone)),
        reason,
        steps,
        left,
        result,
        isWorking,
        isOpen,
        isKept);
  }

  /** Whether the page asks how it goes on. */
  boolean asks() {
    return isOpen && isKept && !isWorking;
  }

  /**
   * Why it asks again for what this form has given it, or has left open; empty if it does not.
   *
   * @param before what was left when the form was shown
   */
  Optional<String> whyAgain(List<RemainingView> before, Fields form) {
    if (!asks() || remaining.isEmpty()) {
      return Optional.empty();
    }
    var next = remaining.getFirst();
    var wasNext = before.stream().limit(1).anyMatch(call -> call.step().equals(next.step()));
    if (wasNext && next.waits(form)) {
      return Optional.of("%s waits for you: let it run, or leave it out.".formatted(next.name()));
    }
    if (next.isTyped(form) && next.mayRun(form)) {
      return Optional.of("The step did not take this. Change it, then resume.");
    }
    return remaining.stream().anyMatch(call -> call.isTyped(form) || call.isChosen(form))
        ? Optional.of("This has not been used yet: see what the run waits for, then resume.")
        : Optional.empty();
  }

  /** What stands in the field for what came of it. */
  String outcome() {
    return refusal.map(RefusalView::outcome).orElse("");
  }

  private static StateView state(TaskRecord run) {
    return switch (run.status()) {
      case COMPLETED -> of("done", "Completed");
      case FAILED -> of("failed", "Failed");
      case CANCELLED -> of("cross", "Cancelled");
      case WORKING, INPUT_REQUIRED ->
          run.holder().isPresent() ? of("running", "Running") : of("needs", "Paused");
    };
  }

  private static StateView of(String symbol, String word) {
    return new StateView(symbol, word, "", Optional.empty());
  }

  /** People are told what stopped it; how to call what remains is for models. */
  private static Optional<String> reason(TaskRecord run, JsonNode status, JsonNode shown) {
    if (run.status() == TaskStatus.FAILED) {
      return error(run);
    }
    if (run.status().isFinal()) {
      return Optional.empty();
    }
    return PauseReason.read(shown.path(RunVariables.PAUSE_REASON))
        .map(PauseReason::opening)
        .or(() -> status.path("handoff").asStringOpt());
  }

  private static Optional<String> error(TaskRecord task) {
    return task.outcome()
        .flatMap(
            outcome ->
                outcome.fold(_ -> Optional.<String>empty(), error -> Optional.of(error.message())))
        .or(task::statusMessage);
  }

  /** What a run that has ended was completed with. */
  private static Optional<String> result(TaskRecord run) {
    var value = WorkflowRuns.result(run);
    return Stream.of(value.path("structuredContent"), value.path("content").path(0).path("text"))
        .filter(it -> !it.isMissingNode() && !it.isNull())
        .findFirst()
        .map(WorkflowRunView::shortened);
  }

  private static String shortened(JsonNode json) {
    var text = json.isString() ? json.asString() : Json.pretty(json);
    return VisibleText.of(
        text.length() <= MOST_RESULT ? text : text.substring(0, MOST_RESULT) + "…");
  }
}
