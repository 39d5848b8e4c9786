package dev.baton.workflow.internal.run;

import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.BoundedText;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunJson;
import dev.baton.workflow.internal.record.StepRecord;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.internal.record.UnmetRequirement;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.ToolHandle;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Takes steps, one at a time: resolves, checks, calls, and writes down what came of it. */
final class StepAttempt {
  /** A tool that prints all it knows into its error must not fill the record with it. */
  private static final int MOST_ERROR_BYTES = 4096;

  private final WorkflowHost host;
  private final RunData data;
  private final ArgumentResolver resolver;
  private final Preflight preflight;
  private final RepeatedCall calls;
  private final Journal journal;
  private final Requirements requirements;
  private final Secrets secrets;

  /** The steps that had completed before this request, so that they may say something else now. */
  private final Set<StepName> earlier;

  StepAttempt(
      WorkflowHost host,
      RunData data,
      ArgumentResolver resolver,
      Preflight preflight,
      RepeatedCall calls,
      Journal journal,
      Requirements requirements,
      Secrets secrets) {
    this.host = host;
    this.data = data;
    this.resolver = resolver;
    this.preflight = preflight;
    this.calls = calls;
    this.journal = journal;
    this.requirements = requirements;
    this.secrets = secrets;
    this.earlier =
        journal.state().steps().entrySet().stream()
            .filter(entry -> entry.getValue().status() == StepStatus.COMPLETED)
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(HashSet::new));
  }

  /** Why the step did not complete; empty if it did, or is not needed. */
  Optional<PauseReason> take(WorkflowStep step, RunInputs inputs) throws InterruptedException {
    var unmet = unmet(step);
    if (!unmet.isEmpty()) {
      return notMet(step, unmet);
    }
    if (step.tool().isEmpty()) {
      // why: its guidance and its resources are all there is to it, and the trace has them
      journal.ends(step.name(), journal.step(step.name()).completed(RunJson.none()));
      return Optional.empty();
    }
    var name = step.tool().get().name();
    var tool = host.findTool(name);
    var arguments = resolver.resolve(step, journal.state().input(step.name()));
    if (tool.isEmpty()) {
      var why = "tool '%s' is not available on this server".formatted(name);
      var call = journal.step(step.name()).running(secrets.hide(arguments.shown()));
      return failed(step, call, name, new StepRecord.Failure(why, false, false));
    }
    arguments.leaveOutNulls(tool.get().inputSchema());
    var obstacle =
        preflight.findObstacle(
            step,
            tool.get(),
            journal.step(step.name()),
            arguments,
            inputs.name(step.name()),
            secrets);
    return obstacle.isPresent() ? obstacle : call(step, tool.get(), arguments);
  }

  /** What does not hold, after what may have changed since the run stopped was read again. */
  private List<UnmetRequirement> unmet(WorkflowStep step) throws InterruptedException {
    var unmet = requirements.unmet(step);
    var isNew = false;
    for (var requirement : unmet) {
      var producer = data.producer(requirement.output().binding());
      if (producer.isPresent() && earlier.remove(producer.get().name())) {
        isNew |= readAgain(producer.get());
      }
    }
    return isNew ? requirements.unmet(step) : unmet;
  }

  /** Repeats a call that changes nothing; what it said before stays if it fails now. */
  private boolean readAgain(WorkflowStep step) throws InterruptedException {
    var record = journal.step(step.name());
    var arguments = resolver.resolve(step, RunJson.object());
    var isSame =
        record
            .call()
            .map(call -> RunJson.isSame(call, secrets.hide(arguments.values())))
            .orElse(true);
    if (!Preflight.onlyReads(step, host) || !arguments.gaps().isEmpty() || !isSame) {
      return false;
    }
    var tool = step.tool().orElseThrow().name();
    var call = new StepCall(step.name(), tool, arguments.values(), step.timeout());
    var outcome = calls.make(call, true);
    if (outcome.failure().isPresent()) {
      return false;
    }
    try {
      data.complete(step, outcome.value());
    } catch (StepFailedException e) {
      return false;
    }
    journal.ends(
        step.name(), record.running(secrets.hide(arguments.values())).completed(outcome.value()));
    return true;
  }

  private Optional<PauseReason> notMet(WorkflowStep step, List<UnmetRequirement> unmet) {
    var pausing = requirements.pausing(step);
    if (pausing.isEmpty()) {
      leaveOut(step, unmet.stream().map(UnmetRequirement::words).collect(Collectors.joining("; ")));
      return Optional.empty();
    }
    var tool =
        data.producer(pausing.get(0).output().binding())
            .flatMap(WorkflowStep::tool)
            .map(ToolHandle::name);
    return Optional.of(new PauseReason.RequirementNotMet(step.name(), pausing, tool));
  }

  void leaveOut(WorkflowStep step, String why) {
    journal.ends(step.name(), journal.step(step.name()).leftOut(why));
  }

  /** What is left of a step when the run is cancelled. */
  PauseReason interrupt(WorkflowStep step) {
    var record = journal.step(step.name());
    var wasCalled = record.status() == StepStatus.RUNNING;
    if (wasCalled) {
      var failed =
          record.failed(new StepRecord.Failure("the run was cancelled while it ran", false, true));
      journal.ends(step.name(), Preflight.onlyReads(step, host) ? failed.withoutDoubt() : failed);
    }
    return new PauseReason.Interrupted(step.name(), wasCalled, step.tool().map(ToolHandle::name));
  }

  private Optional<PauseReason> call(WorkflowStep step, ToolFacts tool, StepArguments arguments)
      throws InterruptedException {
    journal.starts(
        step.name(), journal.step(step.name()).running(secrets.hide(arguments.values())));
    var isRepeatable = Preflight.isRepeatable(step, tool);
    var call = new StepCall(step.name(), tool.name(), arguments.values(), step.timeout());
    var outcome = calls.make(call, isRepeatable);
    if (outcome.failure().isEmpty()) {
      data.called(step, arguments.values());
      return succeeded(step, tool.name(), outcome.value());
    }
    var failure = outcome.failure().get().told(this::shown);
    return failed(step, tool.name(), isRepeatable ? failure.ofHarmlessCall() : failure);
  }

  private Optional<PauseReason> succeeded(WorkflowStep step, String tool, JsonNode result) {
    try {
      data.complete(step, result);
    } catch (StepFailedException e) {
      return failed(step, tool, new StepRecord.Failure(shown(e.reason()), false, true));
    }
    journal.ends(step.name(), journal.step(step.name()).completed(result));
    return Optional.empty();
  }

  private Optional<PauseReason> failed(WorkflowStep step, String tool, StepRecord.Failure failure) {
    return failed(step, journal.step(step.name()), tool, failure);
  }

  private Optional<PauseReason> failed(
      WorkflowStep step, StepRecord called, String tool, StepRecord.Failure failure) {
    journal.ends(step.name(), called.failed(failure));
    return Optional.of(
        new PauseReason.ToolError(
            step.name(), failure.message(), failure.retryable(), Optional.of(tool)));
  }

  private String shown(String message) {
    return BoundedText.of(secrets.hide(message), MOST_ERROR_BYTES);
  }
}
