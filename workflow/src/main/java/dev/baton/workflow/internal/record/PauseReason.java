package dev.baton.workflow.internal.record;

import dev.baton.workflow.reference.StepName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Why a run stopped before its end. Immutable, thread safe. */
public sealed interface PauseReason {
  /** The step that the run stopped at. */
  StepName step();

  /** The tool that the client should call first; empty if the step has none. */
  Optional<String> tool();

  /** Its name in the record of the run. */
  String type();

  /** What stopped and why, as the sentences that a handoff opens with. */
  String opening();

  /** Adds what only this kind of reason has, if there is something. */
  default void describe(ObjectNode json) {}

  /** If the step was tried and the run may go on with steps that do not need it. */
  default boolean isError() {
    return true;
  }

  /** If its step has failed; else it has not run. */
  default boolean isFailure() {
    return false;
  }

  /** The reason as it stands in the record of the run. */
  default ObjectNode toJson() {
    var json = RunJson.object().put("type", type());
    json.put(isFailure() ? "failedStep" : "blockedStep", step().value());
    describe(json);
    tool().ifPresent(name -> json.put("suggestedTool", name));
    return json;
  }

  /** The reason that was recorded so; empty if this version does not know it. */
  static Optional<PauseReason> read(JsonNode json) {
    return PauseReasonReader.read(json);
  }

  /** Arguments whose values cannot be found. */
  record UnresolvableParams(StepName step, List<ArgumentGap> gaps, Optional<String> tool)
      implements PauseReason {
    public UnresolvableParams {
      gaps = List.copyOf(gaps);
    }

    @Override
    public String type() {
      return "unresolvableParams";
    }

    @Override
    public String opening() {
      return cannotProceed(
          step,
          gaps.stream()
              .map(
                  gap ->
                      "parameter '%s' cannot be resolved: %s"
                          .formatted(gap.argument(), gap.reason()))
              .collect(Collectors.joining("; ")));
    }

    @Override
    public void describe(ObjectNode json) {
      gaps.stream().findFirst().ifPresent(gap -> json.put("missingParam", gap.argument()));
      json.set("params", RunJson.gaps("name", "reason", gaps));
    }
  }

  /** Arguments that are known, and that the tool's input schema refuses. */
  record SchemaMismatch(StepName step, List<ArgumentGap> problems, Optional<String> tool)
      implements PauseReason {
    public SchemaMismatch {
      problems = List.copyOf(problems);
    }

    @Override
    public String type() {
      return "schemaMismatch";
    }

    @Override
    public String opening() {
      var details =
          problems.stream()
              .map(
                  problem ->
                      problem.argument().isEmpty()
                          ? problem.reason()
                          : "'%s' %s".formatted(problem.argument(), problem.reason()))
              .collect(Collectors.joining("; "));
      return cannotProceed(
          step,
          "its arguments do not satisfy the input schema of %s: %s"
              .formatted(tool.orElse("its tool"), details));
    }

    @Override
    public void describe(ObjectNode json) {
      var fields = json.putArray("missingFields");
      problems.stream().map(ArgumentGap::argument).distinct().forEach(fields::add);
      json.set("problems", RunJson.gaps("field", "message", problems));
    }
  }

  /** The tool failed, or is gone. */
  record ToolError(StepName step, String error, boolean retryable, Optional<String> tool)
      implements PauseReason {
    @Override
    public String type() {
      return "toolError";
    }

    @Override
    public boolean isFailure() {
      return true;
    }

    @Override
    public String opening() {
      return "Step '%s' failed: %s.".formatted(step, Sentence.withoutStop(error));
    }

    @Override
    public void describe(ObjectNode json) {
      json.put("error", error).put("retryable", retryable);
    }
  }

  /** The output of a step that did not complete is needed. */
  record UnresolvedDependency(
      StepName step, String output, StepName producer, Optional<String> tool)
      implements PauseReason {
    @Override
    public String type() {
      return "unresolvedDependency";
    }

    @Override
    public String opening() {
      return cannotProceed(
          step,
          "it needs the output '%s' of step '%s', which did not complete"
              .formatted(output, producer));
    }

    @Override
    public void describe(ObjectNode json) {
      json.put("missingOutput", output).put("producingStep", producer.value());
    }
  }

  /** The tool is destructive, and nobody said that this step may run. */
  record ConfirmationRequired(StepName step, Optional<String> tool) implements PauseReason {
    @Override
    public String type() {
      return "confirmationRequired";
    }

    @Override
    public boolean isError() {
      return false;
    }

    @Override
    public String opening() {
      return "Step '%s' waits for a confirmation: %s can destroy something, so it does not run by itself. Ask the user before you go on."
          .formatted(step, tool.orElse("its tool"));
    }
  }

  /**
   * What the step requires of earlier ones does not hold.
   *
   * @param tool the one whose output is not as it should be
   */
  record RequirementNotMet(StepName step, List<UnmetRequirement> unmet, Optional<String> tool)
      implements PauseReason {
    public RequirementNotMet {
      unmet = List.copyOf(unmet);
    }

    @Override
    public String type() {
      return "requirementNotMet";
    }

    @Override
    public boolean isError() {
      return false;
    }

    @Override
    public String opening() {
      return cannotProceed(
          step, unmet.stream().map(UnmetRequirement::words).collect(Collectors.joining("; ")));
    }

    @Override
    public void describe(ObjectNode json) {
      unmet.stream().findFirst().ifPresent(first -> json.setAll(first.toJson()));
      var all = json.putArray("requirements");
      unmet.forEach(requirement -> all.add(requirement.toJson()));
    }
  }

  /** Arguments that the workflow leaves to the client. */
  record InputRequired(StepName step, List<ArgumentGap> inputs, Optional<String> tool)
      implements PauseReason {
    public InputRequired {
      inputs = List.copyOf(inputs);
    }

    @Override
    public String type() {
      return "inputRequired";
    }

    @Override
    public boolean isError() {
      return false;
    }

    @Override
    public String opening() {
      return cannotProceed(
          step,
          "it is for you to choose "
              + inputs.stream()
                  .map(
                      input ->
                          input.reason().isEmpty()
                              ? "'%s'".formatted(input.argument())
                              : "'%s' (%s)"
                                  .formatted(
                                      input.argument(), Sentence.withoutStop(input.reason())))
                  .collect(Collectors.joining(" and ")));
    }

    @Override
    public void describe(ObjectNode json) {
      json.set("inputs", RunJson.gaps("name", "description", inputs));
    }
  }

  /** The time for the request is over; the step has not begun. */
  record TimeBudget(StepName step, Optional<String> tool) implements PauseReason {
    @Override
    public String type() {
      return "timeBudget";
    }

    @Override
    public boolean isError() {
      return false;
    }

    @Override
    public String opening() {
      return "The time for this request was used up before step '%s' began.".formatted(step);
    }
  }

  /**
   * The run was stopped from outside.
   *
   * @param begun if the step was under way, so that it may or may not have happened
   */
  record Interrupted(StepName step, boolean begun, Optional<String> tool) implements PauseReason {
    @Override
    public String type() {
      return "interrupted";
    }

    @Override
    public boolean isError() {
      return false;
    }

    @Override
    public boolean isFailure() {
      return begun;
    }

    @Override
    public String opening() {
      return begun
          ? "Step '%s' was interrupted while it ran: it may or may not have taken effect."
              .formatted(step)
          : "The run was stopped before step '%s' began.".formatted(step);
    }
  }

  private static String cannotProceed(StepName step, String reason) {
    return "Cannot proceed with step '%s': %s.".formatted(step, Sentence.withoutStop(reason));
  }
}
