package dev.baton.workflow.internal.run;

import dev.baton.internal.schema.SchemaProblem;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.ArgumentGap;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.StepRecord;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonPointer;

/** Decides if a step may make its call. Thread safe. */
final class Preflight {
  static final String MISSING = "missing";

  private final ToolSchemas schemas;

  Preflight(ToolSchemas schemas) {
    this.schemas = schemas;
  }

  /**
   * What stops the step.
   *
   * @param named if the client says that it may run
   */
  Optional<PauseReason> findObstacle(
      WorkflowStep step,
      ToolFacts tool,
      StepRecord before,
      StepArguments arguments,
      boolean named,
      Secrets secrets) {
    var unresolved = unresolved(step, tool, arguments, secrets);
    if (unresolved.isPresent()) {
      return unresolved;
    }
    var problems = schemas.check(tool, arguments.values());
    if (!problems.isEmpty()) {
      return Optional.of(mismatch(step, tool, problems, secrets));
    }
    if (!named && before.isDoubtful()) {
      return Optional.of(new PauseReason.Interrupted(step.name(), true, Optional.of(tool.name())));
    }
    return !named && tool.destructive() && !step.autoRun()
        ? Optional.of(new PauseReason.ConfirmationRequired(step.name(), Optional.of(tool.name())))
        : Optional.empty();
  }

  /** If the step's tool changes nothing, so that a call of it leaves nothing behind. */
  static boolean onlyReads(WorkflowStep step, WorkflowHost host) {
    return step.tool()
        .flatMap(tool -> host.findTool(tool.name()))
        .filter(ToolFacts::readOnly)
        .isPresent();
  }

  /** If a second call does no harm. */
  static boolean isRepeatable(WorkflowStep step, ToolFacts tool) {
    return step.retryable() || tool.readOnly() || tool.idempotent();
  }

  /** What the tool would say against the arguments as they are shown. */
  List<SchemaProblem> problems(ToolFacts tool, StepArguments arguments) {
    return schemas.check(tool, arguments.shown());
  }

  static String description(ToolFacts tool, String argument) {
    return tool.inputSchema().path("properties").path(argument).path("description").asString("");
  }

  private static boolean isLeftToClient(WorkflowStep step, String argument) {
    return step.guidance().isPresent()
        && step.arguments().keySet().stream().noneMatch(name -> name.value().equals(argument));
  }

  private static Optional<PauseReason> unresolved(
      WorkflowStep step, ToolFacts tool, StepArguments arguments, Secrets secrets) {
    var gaps = arguments.gaps();
    if (gaps.isEmpty()) {
      return Optional.empty();
    }
    var producer = gaps.stream().flatMap(gap -> gap.producer().stream()).findFirst();
    return Optional.of(
        producer
            .<PauseReason>map(
                missing ->
                    new PauseReason.UnresolvedDependency(
                        step.name(),
                        missing.output(),
                        missing.step(),
                        missing.tool().or(() -> Optional.of(tool.name()))))
            .orElseGet(
                () ->
                    new PauseReason.UnresolvableParams(
                        step.name(),
                        gaps.stream().map(gap -> gap.toPublic(secrets)).toList(),
                        Optional.of(tool.name()))));
  }

  private static PauseReason mismatch(
      WorkflowStep step, ToolFacts tool, List<SchemaProblem> problems, Secrets secrets) {
    var fields =
        problems.stream()
            .map(problem -> new ArgumentGap(field(problem), secrets.hideInWords(problem.message())))
            .toList();
    var isForClient =
        problems.stream()
            .allMatch(
                problem ->
                    problem.message().equals(MISSING)
                        && JsonPointer.compile(problem.path()).tail().matches()
                        && isLeftToClient(step, field(problem)));
    return isForClient
        ? new PauseReason.InputRequired(
            step.name(),
            fields.stream()
                .map(gap -> new ArgumentGap(gap.argument(), description(tool, gap.argument())))
                .toList(),
            Optional.of(tool.name()))
        : new PauseReason.SchemaMismatch(step.name(), fields, Optional.of(tool.name()));
  }

  /** The place as a dotted path, such as {@code address.street}. */
  private static String field(SchemaProblem problem) {
    var path = new StringBuilder();
    for (var rest = JsonPointer.compile(problem.path()); !rest.matches(); rest = rest.tail()) {
      path.append(path.isEmpty() ? "" : ".").append(rest.getMatchingProperty());
    }
    return path.toString();
  }
}
