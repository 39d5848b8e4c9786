package dev.baton.workflow.internal.run;

import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.record.RunRecorder;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class RecordingTest {
  private final Runs runs = new Runs();
  private final Runs.Variables variables = new Runs.Variables();

  private static SequentialWorkflow two() {
    return Flow.named("two", "Do two things")
        .step("one", "first", step -> {})
        .step("two", "second", step -> {})
        .build();
  }

  @Test
  void the_intent_is_kept_before_the_call_and_the_result_after_it() {
    var seen = new ArrayList<String>();
    var host =
        new ToyHost()
            .tool(
                "first",
                arguments -> {
                  seen.addAll(variables.changes);
                  seen.add(variables.progress().at("/steps/0/status").asString());
                  return ToolOutcome.structured(json("{'a': 1}"));
                })
            .tool("second", "{}");

    var outcome = runs.start(two(), "{}", RunEnvironment.of(host).withRecorder(variables));

    assertThat(seen).containsExactly("STEP_STARTS one", "running");
    assertThat(variables.changes)
        .containsExactly(
            "STEP_STARTS one",
            "STEP_ENDED one",
            "STEP_STARTS two",
            "STEP_ENDED two",
            "COMPLETED two");
    assertThat(variables.kept.get("_workflow.result.one")).isEqualTo(json("{'a': 1}"));
    assertThat(outcome.recordingProblem()).isEmpty();
  }

  @Test
  void a_store_that_fails_does_not_stop_the_run_and_the_outcome_names_the_step() {
    var host =
        new ToyHost()
            .tool(
                "first",
                arguments -> {
                  return ToolOutcome.structured(json("{}"));
                })
            .tool("second", "{}");
    RunRecorder recorder =
        change -> {
          variables.broken = change.step().value().equals("two");
          variables.record(change);
        };

    var outcome = runs.start(two(), "{}", RunEnvironment.of(host).withRecorder(recorder));

    assertThat(outcome.isCompleted()).isTrue();
    assertThat(host.calls()).hasSize(2);
    assertThat(outcome.recordingProblem())
        .contains("The start of step 'two' could not be recorded: the database is read-only");
  }

  @Test
  void a_store_that_comes_back_gets_what_it_missed() {
    var host =
        new ToyHost()
            .tool("first", "{'a': 1}")
            .tool(
                "second",
                arguments -> {
                  variables.broken = false;
                  return ToolOutcome.structured(json("{'b': 2}"));
                });
    variables.broken = true;

    var outcome = runs.start(two(), "{}", RunEnvironment.of(host).withRecorder(variables));

    assertThat(outcome.recordingProblem()).isEmpty();
    assertThat(variables.read(two(), json("{}"))).isEqualTo(outcome.state());
    assertThat(variables.kept.get("_workflow.result.one")).isEqualTo(json("{'a': 1}"));
  }
}
