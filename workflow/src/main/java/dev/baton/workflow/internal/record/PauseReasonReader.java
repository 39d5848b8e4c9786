package dev.baton.workflow.internal.record;

import dev.baton.workflow.reference.StepName;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads back what {@link PauseReason#toJson()} wrote. */
final class PauseReasonReader {
  private PauseReasonReader() {}

  static Optional<PauseReason> read(JsonNode json) {
    var step = json.path(json.has("failedStep") ? "failedStep" : "blockedStep").asString("");
    return step.isBlank() ? Optional.empty() : read(json, new StepName(step));
  }

  private static Optional<PauseReason> read(JsonNode json, StepName step) {
    var tool = json.path("suggestedTool").stringValueOpt();
    return switch (json.path("type").asString("")) {
      case "unresolvableParams" ->
          Optional.of(
              new PauseReason.UnresolvableParams(
                  step, RunJson.readGaps("name", "reason", json.path("params")), tool));
      case "schemaMismatch" ->
          Optional.of(
              new PauseReason.SchemaMismatch(
                  step, RunJson.readGaps("field", "message", json.path("problems")), tool));
      case "toolError" ->
          Optional.of(
              new PauseReason.ToolError(
                  step,
                  json.path("error").asString(""),
                  json.path("retryable").asBoolean(false),
                  tool));
      case "unresolvedDependency" ->
          Optional.of(
              new PauseReason.UnresolvedDependency(
                  step,
                  json.path("missingOutput").asString(""),
                  new StepName(json.path("producingStep").asString("?")),
                  tool));
      case "confirmationRequired" -> Optional.of(new PauseReason.ConfirmationRequired(step, tool));
      case "requirementNotMet" ->
          Optional.of(
              new PauseReason.RequirementNotMet(
                  step,
                  json.path("requirements")
                      .valueStream()
                      .flatMap(it -> UnmetRequirement.read(it).stream())
                      .toList(),
                  tool));
      case "inputRequired" ->
          Optional.of(
              new PauseReason.InputRequired(
                  step, RunJson.readGaps("name", "description", json.path("inputs")), tool));
      case "timeBudget" -> Optional.of(new PauseReason.TimeBudget(step, tool));
      case "interrupted" ->
          Optional.of(new PauseReason.Interrupted(step, json.has("failedStep"), tool));
      default -> Optional.empty();
    };
  }
}
