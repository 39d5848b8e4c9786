package dev.baton.workflow.internal.narrative;

import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.internal.run.Flow;
import dev.baton.workflow.internal.run.RunOutcome;
import dev.baton.workflow.internal.run.Runs;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.ToyHost;
import org.junit.jupiter.api.Test;

/** Values that a remaining call needs whole, however long they are. */
class LongValueTest {
  private final Runs runs = new Runs();

  private RunOutcome stoppedBefore(int bytes) {
    var workflow =
        Flow.named("long", "Go on long")
            .step("a", "make", step -> {})
            .step("b", "fails", step -> step.arg("text", fromStep("a", "text")))
            .build();
    var result = json("{'text': '%s'}".formatted("z".repeat(bytes - 2)));
    var host =
        new ToyHost()
            .tool("make", arguments -> ToolOutcome.structured(result))
            .tool("fails", arguments -> ToolOutcome.failed("no"));
    return runs.start(workflow, "{}", host);
  }

  private static String durable(RunOutcome outcome) {
    return Handoff.text(outcome, Narration.standard().ofDurableRun("t-1")).orElseThrow();
  }

  @Test
  void a_value_that_a_message_has_room_for_is_told_whole() {
    var outcome = stoppedBefore(12_000);
    var value = "z".repeat(11_998);
    assertThat(durable(outcome)).contains("call fails with {\"text\": \"%s\"}.".formatted(value));
  }

  @Test
  void a_longer_one_stays_with_a_run_that_is_recorded_and_the_model_is_told_what_to_do() {
    var outcome = stoppedBefore(Narration.DEFAULT_MESSAGE_BYTES + 1);
    assertThat(durable(outcome))
        .contains(
            "To continue, call fails with {\"text\": \"<16385 bytes that the server knows>\"}. The"
                + " value of 'text' is too long for this message: let the server make this call, or"
                + " look it up with workflow_status and {\"task_id\": \"t-1\"}. This run is recorded, so you can also let the"
                + " server go on from here: call workflow_resume with {\"task_id\": \"t-1\"}.");
    assertThat(outcome.remaining().get(0).arguments().path("text").asString()).hasSize(16383);
  }

  @Test
  void it_is_told_whole_where_nobody_could_look_it_up() {
    var outcome = stoppedBefore(100_000);
    assertThat(Handoff.text(outcome, Narration.standard()).orElseThrow())
        .contains("{\"text\": \"%s\"}.".formatted("z".repeat(99_998)));
  }
}
