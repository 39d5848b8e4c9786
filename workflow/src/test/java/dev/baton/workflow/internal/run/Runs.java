package dev.baton.workflow.internal.run;

import dev.baton.task.MovableClock;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.argument.PromptArguments;
import dev.baton.workflow.internal.record.RunChange;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunRecorder;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.RunVariables;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs workflows in tests, by a clock that sleeping moves. Not thread safe. */
public final class Runs {
  public final MovableClock clock = new MovableClock(Instant.parse("2026-01-01T00:00:00Z"));
  public final List<Duration> sleeps = new ArrayList<>();
  public final WorkflowRunner runner =
      new WorkflowRunner(
          clock,
          time -> {
            sleeps.add(time);
            clock.advance(time);
          });

  public RunOutcome start(SequentialWorkflow workflow, String arguments, WorkflowHost host) {
    return start(workflow, arguments, RunEnvironment.of(host));
  }

  public RunOutcome start(
      SequentialWorkflow workflow, String arguments, RunEnvironment environment) {
    return runner.run(workflow, begin(workflow, arguments), RunInputs.none(), environment);
  }

  public RunOutcome resume(RunOutcome before, String inputs, WorkflowHost host) {
    return resume(before, inputs, RunEnvironment.of(host));
  }

  public RunOutcome resume(RunOutcome before, String inputs, RunEnvironment environment) {
    return runner.run(
        before.workflow(),
        before.state(),
        RunInputs.read(before.workflow(), Flow.json(inputs)),
        environment);
  }

  public static RunState begin(SequentialWorkflow workflow, String arguments) {
    return RunState.begin(workflow, PromptArguments.read(workflow, Flow.json(arguments)).orThrow());
  }

  /** Keeps variables as a task would. */
  public static final class Variables implements RunRecorder {
    public final Map<String, JsonNode> kept = new LinkedHashMap<>();
    public final List<String> changes = new ArrayList<>();
    public boolean broken;

    @Override
    public void record(RunChange change) {
      if (broken) {
        throw new IllegalStateException("the database is read-only");
      }
      changes.add("%s %s".formatted(change.kind(), change.step()));
      change
          .variables()
          .forEach(
              (name, value) -> {
                if (value.isNull()) {
                  kept.remove(name);
                } else {
                  kept.put(name, value.deepCopy());
                }
              });
    }

    public JsonNode progress() {
      return Optional.ofNullable(kept.get(RunVariables.PROGRESS)).orElseThrow();
    }

    public RunState read(SequentialWorkflow workflow, ObjectNode arguments) {
      return RunVariables.read(workflow, arguments, kept);
    }
  }
}
