package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.internal.durable.RunResults;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.narrative.Handoff;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunVariables;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.internal.run.RemainingCall;
import dev.baton.workflow.reference.StepName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Where a durable run stands, as the run tools tell a model. */
record RunStatus(
    @Description("Its durable task") String taskId,
    @Description("Its workflow") String workflow,
    @Description("working, input_required, completed, failed or cancelled") String status,
    @Description("Every step") List<Step> steps,
    @Description("Calls that are left, in order") List<Remaining> remaining,
    @Description("What stopped it and what to do, or null") Optional<String> handoff,
    @OmitWhenEmpty @Description("Inputs that were not used") Optional<List<String>> unusedInputs) {

  record Step(
      @Description("Its name") String name,
      @Description("Its tool") Optional<String> tool,
      @Description("pending, running, completed, failed or skipped") String status,
      @OmitWhenEmpty @Description("If completed; a long one as {preview, bytes, resource}")
          Optional<JsonNode> result) {
    private static Step of(JsonNode json) {
      return new Step(
          json.path("name").asString(""),
          json.path("tool").asStringOpt(),
          json.path("status").asString(""),
          Optional.empty());
    }

    private boolean isCompleted() {
      return status.equals(StepStatus.COMPLETED.wireName());
    }

    /** A step that ran while the store was away has another result than the stored one. */
    private boolean isCompletedIn(TaskRecord task) {
      return RunStatus.steps(task).stream()
          .anyMatch(it -> it.name.equals(name) && it.isCompleted());
    }

    private Step withResult(TaskRecord task, Secrets secrets) {
      return isCompleted() && tool.isPresent() && isCompletedIn(task)
          ? new Step(name, tool, status, RunResults.brief(task, new StepName(name), secrets))
          : this;
    }
  }

  record Remaining(
      @Description("Its step") String step,
      @Description("The tool to call") Optional<String> tool,
      @Description("<...> stands for what is to be found") ObjectNode arguments,
      @OmitWhenEmpty @Description("What to mind in it") Optional<String> guidance) {
    private static Remaining of(RemainingCall call) {
      return new Remaining(call.step().value(), call.tool(), call.arguments(), call.guidance());
    }
  }

  /** A run that goes on, or has just ended. */
  static RunStatus of(TaskRecord task, RunAnswer answer) {
    var outcome = answer.outcome();
    var isFinal = task.status().isFinal();
    return new RunStatus(
        task.id().value(),
        outcome.workflow().name(),
        task.status().wireName(),
        RunVariables.steps(outcome.workflow(), outcome.state())
            .valueStream()
            .map(Step::of)
            .toList(),
        isFinal ? List.of() : outcome.remaining().stream().map(Remaining::of).toList(),
        isFinal ? Optional.empty() : handoff(answer),
        Optional.empty());
  }

  private static Optional<String> handoff(RunAnswer answer) {
    var outcome = answer.outcome();
    var next = Handoff.text(outcome, answer.home().narration(outcome));
    return outcome
        .recordingProblem()
        .map(
            problem ->
                "What the server did just now is not recorded: %s. The steps that are shown as completed did run; do not let them run again. %s"
                    .formatted(problem, next.orElse("")))
        .or(() -> next);
  }

  /**
   * With what the steps that have completed gave.
   *
   * @param secrets what must not be shown of the run
   */
  RunStatus withResults(TaskRecord task, Secrets secrets) {
    return new RunStatus(
        taskId,
        workflow,
        status,
        steps.stream().map(step -> step.withResult(task, secrets)).toList(),
        remaining,
        handoff,
        unusedInputs);
  }

  /**
   * With what the client supplied in vain, because those steps had completed before.
   *
   * @param before the run when the inputs came
   */
  RunStatus withUnused(RunInputs inputs, TaskRecord before) {
    var done = steps(before).stream().filter(Step::isCompleted).map(Step::name).toList();
    var unused = new ArrayList<String>();
    inputs
        .steps()
        .forEach(
            (step, given) -> {
              if (done.contains(step.value())) {
                unused.add(unused(step, given));
              }
            });
    inputs.leftOut().stream()
        .filter(step -> done.contains(step.value()))
        .map("step '%s' had completed before and cannot be left out any more"::formatted)
        .forEach(unused::add);
    return new RunStatus(
        taskId,
        workflow,
        status,
        steps,
        remaining,
        handoff,
        Optional.of(List.copyOf(unused)).filter(it -> !it.isEmpty()));
  }

  private static String unused(StepName step, ObjectNode given) {
    return "step '%s' had completed before and does not run again%s"
        .formatted(
            step,
            given.isEmpty()
                ? ""
                : ", so these were not used: " + String.join(", ", given.propertyNames()));
  }

  /** A run whose step is being made at this moment. */
  static RunStatus underWay(TaskRecord task) {
    return recorded(
        task,
        "The server is at work on this run; make no call now. Call workflow_status with {\"task_id\": \"%s\"} again in a few seconds."
            .formatted(task.id()));
  }

  /**
   * A run of which only the record is known, because its workflow is not what it was.
   *
   * @param why what is the matter with the workflow
   */
  static RunStatus onlyRecorded(TaskRecord task, String why) {
    var steps = steps(task);
    return recorded(
        task,
        "%s. Done: %s. Open: %s. Make the calls yourself that are still wanted, then call workflow_complete with {\"task_id\": \"%s\", \"result\": \"<what came of it>\"}; or have the workflow served as it was, then call workflow_resume with {\"task_id\": \"%4$s\"}."
            .formatted(why, names(steps, true), names(steps, false), task.id()));
  }

  /** A run by its record alone; of one that has ended nothing is handed off. */
  private static RunStatus recorded(TaskRecord task, String handoff) {
    return new RunStatus(
        task.id().value(),
        RunRecords.workflow(task),
        task.status().wireName(),
        steps(task),
        List.of(),
        Optional.of(handoff).filter(_ -> !task.status().isFinal()),
        Optional.empty());
  }

  private static String names(List<Step> steps, boolean done) {
    var names =
        steps.stream()
            .filter(step -> step.isCompleted() == done)
            .map(
                step -> "'%s'%s".formatted(step.name, step.tool.map(" (%s)"::formatted).orElse("")))
            .toList();
    return names.isEmpty() ? "nothing" : String.join(", ", names);
  }

  private static List<Step> steps(TaskRecord task) {
    return RunRecords.steps(task).map(Step::of).toList();
  }
}
