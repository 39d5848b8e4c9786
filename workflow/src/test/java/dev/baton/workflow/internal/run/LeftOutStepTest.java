package dev.baton.workflow.internal.run;

import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.reference.StepName;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Steps of which a client says that nothing is to be done. */
class LeftOutStepTest {
  private final Runs runs = new Runs();

  private static SequentialWorkflow twoTries() {
    return Flow.named("tries", "Tries")
        .step("first", "try", step -> {})
        .step("second", "try", step -> {})
        .build();
  }

  private static ToyHost host() {
    return new ToyHost()
        .tool("try", "Tries.", "{'type': 'object'}", "destructive", ToolOutcome::structured);
  }

  @Test
  void a_step_that_waits_for_a_confirmation_is_left_out_for_a_later_one() {
    var host = host();
    var paused = runs.start(twoTries(), "{}", host);

    assertThat(runs.resume(paused, "{'second': {}}", host).state().pause().orElseThrow())
        .isInstanceOf(PauseReason.ConfirmationRequired.class);
    var done = runs.resume(paused, "{'first': null, 'second': {}}", host);

    assertThat(done.isCompleted()).isTrue();
    assertThat(done.state().step(new StepName("first")).whyLeftOut())
        .contains("it was to be left out");
    assertThat(done.state().step(new StepName("second")).status()).isEqualTo(StepStatus.COMPLETED);
    assertThat(done.outputs()).containsOnlyKeys("second");
  }

  @Test
  void a_step_behind_the_next_pause_stays_left_out() {
    var workflow =
        Flow.named("tries", "Tries")
            .step("first", "try", step -> {})
            .step("second", "try", step -> {})
            .step("third", "try", step -> {})
            .build();
    var host = host();
    var paused = runs.start(workflow, "{}", host);

    var again = runs.resume(paused, "{'first': {}, 'third': null}", host);
    var done = runs.resume(again, "{'second': {}}", host);

    assertThat(done.isCompleted()).isTrue();
    assertThat(done.outputs()).containsOnlyKeys("first", "second");
  }

  @Test
  void a_run_whose_last_step_is_left_out_is_completed() {
    var host = host();
    var paused = runs.start(twoTries(), "{}", host);

    var done = runs.resume(paused, "{'first': {}, 'second': null}", host);

    assertThat(done.isCompleted()).isTrue();
    assertThat(done.outputs()).isEqualTo(Map.of("first", json("{}")));
  }
}
