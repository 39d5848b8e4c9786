package dev.baton.app.workflows;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.run.WorkflowHost;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.RunView;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.TextTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Repeats the steps of {@code triage_failures} for every attempt that failed. */
final class TriageFailures {
  /** More would not fit into an answer that a model reads to its end. */
  private static final int MOST = 10;

  private static final ArgName ATTEMPT = new ArgName("attempt_id");
  private static final ArgName PROMPT = new ArgName("prompt");

  private TriageFailures() {}

  /**
   * The workflow for what has failed now.
   *
   * @param outline lists tasks in its first step, reads an error in the second and follows up in
   *     the third
   */
  static SequentialWorkflow unfold(
      SequentialWorkflow outline, ObjectNode arguments, WorkflowHost host)
      throws InterruptedException {
    var list = outline.steps().get(0);
    var failures = FailedAttempts.read(list, arguments, host);
    var attempts = failures.attempts().stream().limit(MOST).toList();
    var steps = new ArrayList<WorkflowStep>();
    steps.add(list);
    failures.rest(attempts.size()).map(TriageFailures::note).ifPresent(steps::add);
    for (int i = 0; i < attempts.size(); i++) {
      steps.add(about(attempts.get(i), i, outline.steps().get(1), Map.of()));
    }
    for (int i = 0; i < attempts.size(); i++) {
      var error = bindingOf(outline.steps().get(1), i);
      steps.add(
          about(
              attempts.get(i),
              i,
              outline.steps().get(2),
              Map.of(PROMPT, new DataSource.Computed(run -> proposal(run, error)))));
    }
    return outline.withSteps(steps);
  }

  /** A step that only says something. */
  private static WorkflowStep note(String words) {
    return new WorkflowStep(
        new StepName("rest"),
        Optional.empty(),
        Map.of(),
        new BindingName("rest"),
        Optional.of(new TextTemplate(words)),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        List.of());
  }

  private static WorkflowStep about(
      String attempt, int index, WorkflowStep pattern, Map<ArgName, DataSource> others) {
    var arguments = new LinkedHashMap<>(pattern.arguments());
    arguments.put(ATTEMPT, new DataSource.Constant(JsonNodeFactory.instance.stringNode(attempt)));
    arguments.putAll(others);
    return new WorkflowStep(
        new StepName(bindingOf(pattern, index)),
        pattern.tool(),
        arguments,
        new BindingName(bindingOf(pattern, index)),
        pattern.guidance(),
        pattern.resources(),
        pattern.outputTransform(),
        pattern.timeout(),
        pattern.retryable(),
        pattern.autoRun(),
        pattern.requirements());
  }

  private static String bindingOf(WorkflowStep pattern, int index) {
    return "%s_%d".formatted(pattern.name(), index + 1);
  }

  private static String proposal(RunView run, String error) {
    var summary =
        run.output(error)
            .map((JsonNode status) -> status.path("failure_summary").asString(""))
            .filter(text -> !text.isBlank())
            .orElse("it does not say why");
    return "Your last turn failed: %s%nFind the cause, fix it, and finish the task."
        .formatted(summary.strip());
  }
}
