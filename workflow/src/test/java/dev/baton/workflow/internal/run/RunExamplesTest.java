package dev.baton.workflow.internal.run;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.internal.argument.PromptArguments;
import dev.baton.workflow.internal.narrative.Narration;
import dev.baton.workflow.internal.narrative.Trace;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code that the documentation shows. */
class RunExamplesTest {
  private final SequentialWorkflow workflow =
      SequentialWorkflow.named("greet")
          .describedAs("Greet somebody")
          .promptArg("name", "Whom")
          .step("greet", ToolHandle.named("greet"), arg("name", promptArg("name")))
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
