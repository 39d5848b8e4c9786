package dev.baton.workflow;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.output;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The code that the documentation shows. */
class RequirementExamplesTest {
  enum State {
    RUNNING,
    COMPLETED,
    FAILED
  }

  record Look(String attemptId) {}

  record Status(String attemptId, State state, Optional<String> failureSummary) {}

  record Merge(String attemptId) {}

  record Merged() {}

  static final ToolHandle<Look, Status> STATUS = ToolHandle.named("get_attempt_status");
  static final ToolHandle<Merge, Merged> MERGE = ToolHandle.named("merge_attempt");

  static SequentialWorkflow named() {
    // @start region="require"
    return SequentialWorkflow.named("land")
        .promptArg("attempt_id")
        .step("status", STATUS, arg("attempt_id", promptArg("attempt_id")))
        .step("merge", MERGE, arg("attempt_id", fromStep("status", "attempt_id")))
        .require(output("status", "state").isEqualTo("completed"))
        .require(output("status", "failure_summary").doesNotExist())
        .build();
    // @end
  }

  @Test
  void the_typed_form_requires_the_same() {
    var flow = SequentialWorkflow.named("land");
    var attempt = flow.argument("attempt_id", String.class);
    var status = flow.call("status", STATUS).arg(Look::attemptId).from(attempt).output();
    flow.call("merge", MERGE)
        .arg(Merge::attemptId)
        .from(status.field(Status::attemptId))
        .require(
            status.field(Status::state).isEqualTo(State.COMPLETED),
            status.field(Status::failureSummary).doesNotExist());

    assertThat(flow.build()).isEqualTo(named());
  }

  @Test
  void an_option_of_a_step_requires_the_same_too() {
    var workflow =
        SequentialWorkflow.named("land")
            .promptArg("attempt_id")
            .step("status", STATUS, arg("attempt_id", promptArg("attempt_id")))
            .step(
                "merge",
                MERGE,
                arg("attempt_id", fromStep("status", "attempt_id")),
                WorkflowDsl.require(
                    output("status", "state").isEqualTo(State.COMPLETED),
                    output("status", "failure_summary").doesNotExist()))
            .build();

    assertThat(workflow).isEqualTo(named());
  }

  @Test
  void a_list_of_values_and_a_skip_can_be_wanted() {
    var requirement =
        output("status", "state").isIn(List.of(State.COMPLETED, State.FAILED)).otherwiseSkip();

    assertThat(requirement.wanted()).hasToString("[\"completed\",\"failed\"]");
    assertThat(requirement.skips()).isTrue();
  }

  @Test
  void a_requirement_of_no_step_is_refused() {
    assertThatThrownBy(() -> SequentialWorkflow.named("x").require(output("a").exists()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call step(...) first");
  }
}
