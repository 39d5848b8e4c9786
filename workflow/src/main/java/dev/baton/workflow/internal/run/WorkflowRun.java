package dev.baton.workflow.internal.run;

import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.ArgumentTemplates;
import dev.baton.workflow.internal.argument.MissingInput;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.StepRecord;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.TextTemplate;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One run, from where it stands to its end or the next pause. Used once, by one thread. */
final class WorkflowRun {
  private final SequentialWorkflow workflow;
  private final RunInputs inputs;
  private final RunEnvironment environment;
  private final Clock clock;
  private final Instant deadline;
  private final Secrets secrets;
  private final RunData data;
  private final OpenSteps openSteps;
  private final Journal journal;
  private final StepAttempt attempt;
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
    this.deadline = clock.instant().plus(environment.timeBudget().orElse(workflow.timeBudget()));
    this.secrets = Secrets.of(workflow, start.arguments());
    this.data = new RunData(workflow, start, environment.variables());
    var host = environment.host();
    this.journal =
        new Journal(workflow, withoutDoubt(workflow, start, host), environment.recorder(), secrets);
    var resolver = new ArgumentResolver(workflow, data, start.arguments(), secrets, host);
    var calls = new RepeatedCall(host, workflow.errorStrategy(), clock, runner.sleeper(), deadline);
    var requirements =
        new Requirements(data, new ArgumentTemplates(start.arguments(), data::outputIn), secrets);
    this.openSteps =
        new OpenSteps(workflow, host, resolver, runner.preflight(), requirements, secrets);
    this.attempt =
        new StepAttempt(
            host, data, resolver, runner.preflight(), calls, journal, requirements, secrets);
  }

  /** A step whose tool only reads may have been interrupted, but there is nothing to find out. */
  private static RunState withoutDoubt(
      SequentialWorkflow workflow, RunState start, WorkflowHost host) {
    var state = start;
    for (var step : workflow.steps()) {
      var record = state.step(step.name());
      if (record.isDoubtful() && Preflight.onlyReads(step, host)) {
        state = state.with(step.name(), record.withoutDoubt());
      }
    }
    return state;
  }

  RunOutcome run() {
    journal.goOn(inputs);
    var pause = runSteps();
    if (pause.isPresent()) {
      journal.pauses(pause.get());
    } else if (begun) {
      // why not else: a run whose steps the client has done is completed when the client says so
      journal.completes();
    }
    var steps = journal.state().steps().values();
    var open = (int) steps.stream().filter(StepRecord::isOpen).count();
    report(steps.size() - open, pause.isEmpty() ? "Completed" : "Paused");
    return outcome();
  }

  /** Where the run stands and what is left of it. */
  RunOutcome outcome() {
    var outputs = new LinkedHashMap<String, JsonNode>();
    data.outputs().forEach((name, value) -> outputs.put(name.value(), secrets.hide(value)));
    var outcome =
        new RunOutcome(
            workflow, journal.state(), outputs, remaining(), missing(), journal.problem());
    if (cancelled) {
      // why only now: what was done had to be recorded on this thread
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /** The open steps that are made by a call of this tool, the surest first. */
  List<StepName> stepsMadeBy(String tool, ObjectNode call) throws InterruptedException {
    return openSteps.madeBy(tool, call, journal.state());
  }

  private List<RemainingCall> remaining() {
    try {
      return openSteps.list(journal.state());
    } catch (InterruptedException e) {
      cancelled = true;
      return List.of();
    }
  }

  private List<MissingInput> missing() {
    var pause = journal.state().pause();
    try {
      return pause.isEmpty() ? List.of() : openSteps.missing(pause.get());
    } catch (InterruptedException e) {
      cancelled = true;
      return List.of();
    }
  }

  /** Leaves out what the client does not want, also behind a step at which the run pauses again. */
  private void leaveOut() {
    for (var step : workflow.steps()) {
      if (inputs.leftOut().contains(step.name()) && journal.step(step.name()).isOpen()) {
        attempt.leaveOut(step, "it was to be left out");
        begun = true;
      }
    }
  }

  private Optional<PauseReason> runSteps() {
    leaveOut();
    Optional<PauseReason> first = Optional.empty();
    for (int place = 0; place < workflow.steps().size(); place++) {
      int i = place;
      var step = workflow.steps().get(i);
      if (!journal.step(step.name()).isOpen()) {
        continue;
      }
      var stop = reasonToStop(step);
      if (stop.isPresent()) {
        return first.or(() -> stop);
      }
      report(i, "Step %d/%d: %s".formatted(i + 1, workflow.steps().size(), step.name()));
      begun = true;
      var pause =
          leavesOut(step) || (first.isPresent() && skips(step))
              ? first
              : take(step).filter(reason -> !passesOver(i, reason));
      first = first.or(() -> pause);
      if (pause.isPresent() && !goesOnAfter(pause.get())) {
        return first;
      }
    }
    return first;
  }

  /**
   * Marks a step that waits for what the client has not supplied, if the client wants a later one
   * as it stands: so it has decided that nothing is to be done in this one. Values for a later step
   * say nothing of the sort, because they may be given ahead.
   */
  private boolean passesOver(int index, PauseReason reason) {
    var step = workflow.steps().get(index);
    var later = workflow.steps().subList(index + 1, workflow.steps().size());
    var named = later.stream().map(WorkflowStep::name).filter(inputs::wants).findFirst();
    if (!(reason instanceof PauseReason.InputRequired)
        || named.isEmpty()
        || inputs.name(step.name())
        || !journal.state().input(step.name()).isEmpty()
        || later.stream().anyMatch(reader -> needs(reader, step))) {
      return false;
    }
    attempt.leaveOut(
        step, "nothing was supplied for it, and step '%s' was named".formatted(named.get()));
    return true;
  }

  private boolean needs(WorkflowStep reader, WorkflowStep step) {
    return Stream.concat(
            reader.arguments().values().stream().flatMap(this::outputsIn),
            reader.requirements().stream().map(Requirement::output))
        .anyMatch(output -> output.binding().equals(step.binding()));
  }

  private Optional<PauseReason> take(WorkflowStep step) {
    try {
      return attempt.take(step, inputs);
    } catch (InterruptedException e) {
      cancelled = true;
      return Optional.of(attempt.interrupt(step));
    }
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

  /** Marks the step if it takes something from one that the workflow has skipped. */
  private boolean leavesOut(WorkflowStep step) {
    var source =
        lacking(step)
            .filter(
                output ->
                    data.producer(output.binding())
                        .flatMap(producer -> journal.step(producer.name()).whyLeftOut())
                        .isPresent())
            .findFirst();
    source.ifPresent(output -> attempt.leaveOut(step, whySkipped(output)));
    return source.isPresent();
  }

  /** Marks the step if it depends on one that did not complete. */
  private boolean skips(WorkflowStep step) {
    var source =
        Stream.concat(
                lacking(step),
                step.requirements().stream()
                    .map(Requirement::output)
                    .filter(output -> data.output(output.binding()).isEmpty())
                    .filter(output -> journal.step(producer(output)).isOpen()))
            .findFirst();
    source.ifPresent(
        output ->
            journal.changes(step.name(), journal.step(step.name()).skipped(whySkipped(output))));
    return source.isPresent();
  }

  private StepName producer(DataSource.StepOutput source) {
    return data.producer(source.binding())
        .map(WorkflowStep::name)
        .orElseGet(() -> new StepName(source.binding().value()));
  }

  /** What the step takes as arguments from steps that have no output. */
  private Stream<DataSource.StepOutput> lacking(WorkflowStep step) {
    var supplied = journal.state().input(step.name());
    return step.arguments().entrySet().stream()
        .filter(entry -> !supplied.has(entry.getKey().value()))
        .flatMap(entry -> outputsIn(entry.getValue()))
        .filter(source -> data.output(source.binding()).isEmpty());
  }

  private Stream<DataSource.StepOutput> outputsIn(DataSource source) {
    if (source instanceof DataSource.StepOutput output) {
      return Stream.of(output);
    }
    Set<String> variables =
        source instanceof DataSource.Constant constant
            ? TextTemplate.variablesIn(constant.value())
            : source instanceof DataSource.ResourceContent content
                ? content.resource().variables()
                : Set.of();
    return variables.stream().flatMap(name -> workflow.outputNamed(name).stream());
  }

  private String whySkipped(DataSource.StepOutput source) {
    return data.producer(source.binding())
        .map(
            producer ->
                "it needs the output of step '%s', which %s"
                    .formatted(producer.name(), fate(producer)))
        .orElse("it needs the output '%s', which is not there".formatted(source.binding()));
  }

  private String fate(WorkflowStep producer) {
    return switch (journal.step(producer.name()).status()) {
      case FAILED -> "failed";
      case SKIPPED -> "was skipped";
      case PENDING, RUNNING, COMPLETED -> "did not complete";
    };
  }

  private void report(int done, String message) {
    environment.progress().report(done, workflow.steps().size(), message);
  }
}
