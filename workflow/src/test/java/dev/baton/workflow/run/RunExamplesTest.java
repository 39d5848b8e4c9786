package dev.baton.workflow.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.run.narrative.Narration;
import dev.baton.workflow.run.narrative.Trace;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code that the documentation shows. */
class RunExamplesTest {
  private final SequentialWorkflow workflow =
      Flow.named("greet", "Greet somebody")
          .required("name", "Whom")
          .step("greet", "greet", step -> step.arg("name", Flow.fromArg("name")))
          .build();
  private final WorkflowHost host = new ToyHost().tool("greet", "{'text': 'Hello'}");

  @Test
  void a_workflow_is_run_and_told() {
    // @start region="run"
    var runner = new WorkflowRunner(Clock.systemUTC(), Sleeper.threads());
    var arguments = PromptArguments.read(workflow, Map.of("name", "Ada")).orThrow();
    var outcome =
        runner.run(
            workflow,
            RunState.begin(workflow, arguments),
            RunInputs.none(),
            RunEnvironment.of(host));
    // @end

    // @start region="trace"
    var trace = Trace.of(outcome, host, Narration.standard());
    var messages = trace.messages(TraceForm.AUTO, "some-client");
    // @end

    assertThat(messages).hasSize(4);
  }
}
