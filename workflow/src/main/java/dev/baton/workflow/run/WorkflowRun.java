package dev.baton.workflow.run;

import dev.baton.workflow.DataSource;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.ToolHandle;
import dev.baton.workflow.WorkflowStep;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** One run, from where it stands to its end or the next pause. Used once, by one thread. */
final class WorkflowRun {
  private final SequentialWorkflow workflow;
  private final RunInputs inputs;
  private final RunEnvironment environment;
  private final Clock clock;
  private final Preflight preflight;
  private final Secrets secrets;
  private final RunData data;
  private final ArgumentResolver resolver;
  private final OpenSteps openSteps;
  private final Recording recording;
  private final Instant deadline;
  private final RepeatedCall calls;
  private RunState state;
  private boolean begun;
  private boolean cancelled;

  WorkflowRun(
      SequentialWorkflow workflow,
      RunState start,
      RunInputs inputs,
      RunEnvironment environment,
      WorkflowRunner runner) {
    this.workflow = workflow;
    this.inputs = inputs;
    this.environment = environment;
    this.clock = runner.clock();
    this.preflight = runner.preflight();
    this.state = start;
    this.secrets = Secrets.of(workflow, start.arguments());
    this.data = new RunData(workflow, start, environment.variables());
    var host = environment.host();
    var templates = new Templates(start.arguments());
    this.resolver = new ArgumentResolver(workflow, data, templates, host);
    this.openSteps = new OpenSteps(workflow, host, resolver, templates, secrets);
    this.recording = new Recording(workflow, environment.recorder(), secrets);
    this.deadline = clock.instant().plus(environment.timeBudget().orElse(workflow.timeBudget()));
    this.calls =
        new RepeatedCall(host, workflow.errorStrategy(), clock, runner.sleeper(), deadline);
  }

  RunOutcome run() {
    state = state.goingOn();
    var pause = runSteps();
    pause.ifPresent(reason -> state = state.paused(reason));
    recordEnd(pause);
    environment
        .progress()
        .report(
            (int) state.steps().values().stream().filter(step -> !step.isOpen()).count(),
            workflow.steps().size(),
            pause.isEmpty() ? "Completed" : "Paused");
    var outcome = outcome();
    if (cancelled) {
      // why: only now, so that what was done could be recorded on this thread
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /** What is left, with nothing done. */
  RunOutcome outcome() {
    var outputs = new LinkedHashMap<String, JsonNode>();
    data.outputs().forEach((name, value) -> outputs.put(name.value(), secrets.hide(value)));
    return new RunOutcome(workflow, state, outputs, remaining(), missing(), recording.problem());
  }

  private List<RemainingCall> remaining() {
    try {
      return openSteps.list(state, inputs);
    } catch (InterruptedException e) {
      return notedCancellation(List.of());
    }
  }

  private List<MissingInput> missing() {
    try {
      return state.pause().isEmpty() ? List.of() : openSteps.missing(state.pause().get());
    } catch (InterruptedException e) {
      return notedCancellation(List.of());
    }
  }

  private <T> T notedCancellation(T value) {
    cancelled = true;
    return value;
  }

  private Optional<PauseReason> runSteps() {
    Optional<PauseReason> first = Optional.empty();
    for (int i = 0; i < workflow.steps().size(); i++) {
      var step = workflow.steps().get(i);
      if (!state.step(step.name()).isOpen()) {
        continue;
      }
      var stop = reasonToStop(step);
      if (stop.isPresent()) {
        return first.or(() -> stop);
      }
      environment.progress().report(i, workflow.steps().size(), message(i, step));
      begun = true;
      var pause = first.isPresent() && skips(step) ? first : tryStep(step);
      first = first.or(() -> pause);
      if (pause.isPresent() && !goesOnAfter(pause.get())) {
        return first;
      }
    }
    return first;
  }

  private String message(int index, WorkflowStep step) {
    return "Step %d/%d: %s".formatted(index + 1, workflow.steps().size(), step.name());
  }

  // why "begun": a run that never takes a step would be resumed for ever
  private Optional<PauseReason> reasonToStop(WorkflowStep next) {
    var tool = next.tool().map(ToolHandle::name);
    if (environment.cancelled().getAsBoolean()) {
      return Optional.of(new PauseReason.Interrupted(next.name(), false, tool));
    }
    return begun && !clock.instant().isBefore(deadline)
        ? Optional.of(new PauseReason.TimeBudget(next.name(), tool))
        : Optional.empty();
  }

  private boolean goesOnAfter(PauseReason pause) {
    return workflow.errorStrategy() instanceof ErrorStrategy.CollectErrors && pause.isError();
  }

  /** Marks the step if it depends on one that did not complete. */
  private boolean skips(WorkflowStep step) {
    var supplied = inputs.of(step.name());
    for (var entry : step.arguments().entrySet()) {
      if (entry.getValue() instanceof DataSource.StepOutput source
          && !supplied.has(entry.getKey().value())
          && data.output(source.binding()).isEmpty()) {
        var why =
            data.producer(source.binding())
                .map(
                    producer ->
                        "it needs the output of step '%s', which %s"
                            .formatted(producer.name(), fate(producer)))
                .orElse("it needs the output '%s', which is not there".formatted(source.binding()));
        change(step, state.step(step.name()).skipped(why));
        return true;
      }
    }
    return false;
  }

  private String fate(WorkflowStep producer) {
    return switch (state.step(producer.name()).status()) {
      case FAILED -> "failed";
      case SKIPPED -> "was skipped";
      case PENDING, RUNNING, COMPLETED -> "did not complete";
    };
  }

  private Optional<PauseReason> tryStep(WorkflowStep step) {
    try {
      return step.tool().isPresent() ? tryTool(step, step.tool().get().name()) : pass(step);
    } catch (InterruptedException e) {
      cancelled = true;
      var wasCalled = state.step(step.name()).status() == StepStatus.RUNNING;
      if (wasCalled) {
        var why = new StepRecord.Failure("the run was cancelled while it ran", false, true);
        end(step, state.step(step.name()).failed(why));
      }
      return Optional.of(
          new PauseReason.Interrupted(step.name(), wasCalled, step.tool().map(ToolHandle::name)));
    }
  }

  /** A step without a tool is done when the trace has its guidance and its resources. */
  private Optional<PauseReason> pass(WorkflowStep step) {
    end(step, state.step(step.name()).completed(RunJson.none()));
    return Optional.empty();
  }

  private Optional<PauseReason> tryTool(WorkflowStep step, String name)
      throws InterruptedException {
    var tool = environment.host().findTool(name);
    if (tool.isEmpty()) {
      var why = "tool '%s' is not available on this server".formatted(name);
      return failed(step, name, new StepRecord.Failure(why, false, false));
    }
    var arguments = resolver.resolve(step, inputs.of(step.name()));
    var obstacle =
        preflight.findObstacle(
            step,
            tool.get(),
            state.step(step.name()),
            arguments,
            inputs.name(step.name()),
            secrets);
    return obstacle.isPresent() ? obstacle : call(step, tool.get(), arguments);
  }

  private Optional<PauseReason> call(WorkflowStep step, ToolFacts tool, StepArguments arguments)
      throws InterruptedException {
    change(step, state.step(step.name()).running(secrets.hide(arguments.values())));
    recording.record(RunChange.Kind.STEP_STARTS, step.name(), state);
    var isRepeatable = Preflight.isRepeatable(step, tool);
    var outcome =
        calls.make(
            new StepCall(step.name(), tool.name(), arguments.values(), step.timeout()),
            isRepeatable);
    if (outcome.failure().isPresent()) {
      var failure = outcome.failure().get();
      return failed(
          step,
          tool.name(),
          new StepRecord.Failure(
              secrets.hide(failure.message()),
              failure.retryable() || isRepeatable,
              failure.uncertain()));
    }
    return succeeded(step, tool.name(), outcome.value());
  }

  private Optional<PauseReason> succeeded(WorkflowStep step, String tool, JsonNode result) {
    try {
      data.complete(step, result);
    } catch (StepFailedException e) {
      return failed(step, tool, new StepRecord.Failure(secrets.hide(e.reason()), false, true));
    }
    end(step, state.step(step.name()).completed(result));
    return Optional.empty();
  }

  private Optional<PauseReason> failed(WorkflowStep step, String tool, StepRecord.Failure failure) {
    end(step, state.step(step.name()).failed(failure));
    return Optional.of(
        new PauseReason.ToolError(
            step.name(), failure.message(), failure.retryable(), Optional.of(tool)));
  }

  private void end(WorkflowStep step, StepRecord record) {
    change(step, record);
    recording.record(RunChange.Kind.STEP_ENDED, step.name(), state);
  }

  private void change(WorkflowStep step, StepRecord record) {
    state = state.with(step.name(), record);
    recording.changed(step.name());
  }

  private void recordEnd(Optional<PauseReason> pause) {
    if (pause.isPresent()) {
      recording.record(RunChange.Kind.PAUSED, pause.get().step(), state);
    } else if (begun) {
      // why: a run whose steps the client has done is completed when the client says so
      var last = workflow.steps().get(workflow.steps().size() - 1);
      recording.record(RunChange.Kind.COMPLETED, last.name(), state);
    }
  }
}
