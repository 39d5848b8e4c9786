package dev.baton.workflow.internal.narrative;

import static dev.baton.workflow.internal.run.Flow.constant;
import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.run.Flow;
import dev.baton.workflow.internal.run.Runs;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.ToyHost;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The calls that a handoff names: none of them is one that cannot succeed as it is written. */
class HandedCallsTest {
  private static final String FOLLOW_UP =
      """
      {'type': 'object', 'required': ['action'],
       'properties': {
         'action': {'enum': ['send', 'cancel']},
         'attempt_id': {'type': 'string', 'format': 'uuid'},
         'session_id': {'type': 'string', 'format': 'uuid'},
         'prompt': {'type': 'string', 'description': 'What to tell the agent.'}},
       'oneOf': [{'required': ['attempt_id']}, {'required': ['session_id']}],
       'if': {'properties': {'action': {'const': 'send'}}},
       'then': {'required': ['prompt']}}
      """;
  private static final String RANGED =
      "{'type': 'object', 'required': ['n'], 'properties': {'n': {'type': 'integer', 'minimum': 10}}}";

  private final Runs runs = new Runs();

  private String handoff(SequentialWorkflow workflow, String arguments, ToyHost host) {
    return Handoff.text(runs.start(workflow, arguments, host), Narration.standard()).orElseThrow();
  }

  private static ToyHost host() {
    return new ToyHost()
        .tool("start", "{'attempt_id': '0198c0de-0000-7000-8000-000000000001'}")
        .tool("follow_up", "Follow up.", FOLLOW_UP, "", ToolOutcome::structured)
        .tool("ranged", "Ranged.", RANGED, "", ToolOutcome::structured);
  }

  @Test
  void what_is_required_only_beside_another_value_has_a_placeholder() {
    var workflow =
        Flow.named("deliver", "Deliver")
            .step("start", "start", step -> {})
            .step(
                "revise",
                "follow_up",
                step ->
                    step.arg("action", constant("send"))
                        .arg("attempt_id", fromStep("start", "attempt_id"))
                        .guidance("Say what has to change"))
            .build();

    assertThat(handoff(workflow, "{}", host()))
        .contains("it is for you to choose 'prompt' (What to tell the agent)")
        .contains(
            "call follow_up with {\"action\": \"send\", \"attempt_id\": \"0198c0de-0000-7000-8000-000000000001\", \"prompt\": \"<for you to choose: What to tell the agent>\"}.");
  }

  @Test
  void a_value_that_another_call_has_to_give_is_no_reason_for_a_second_one() {
    var workflow =
        Flow.named("deliver", "Deliver")
            .step("start", "start", step -> {})
            .step(
                "revise",
                "follow_up",
                step ->
                    step.arg("action", constant("cancel"))
                        .arg("attempt_id", fromStep("start", "attempt_id")))
            .build();

    assertThat(handoff(workflow, "{}", host().tool("start", arguments -> ToolOutcome.failed("no"))))
        .endsWith(
            "Then call follow_up with {\"action\": \"cancel\", \"attempt_id\": \"<field 'attempt_id' from start>\"}.");
  }

  @Test
  void an_optional_argument_that_the_tool_needs_and_nobody_gave_has_a_placeholder() {
    var workflow =
        Flow.named("range", "Range")
            .optional("n", ArgumentType.INTEGER)
            .step("ranged", "ranged", step -> step.arg("n", fromArg("n")))
            .build();

    assertThat(handoff(workflow, "{}", host()))
        .isEqualTo(
            "Cannot proceed with step 'ranged': its arguments do not satisfy the input schema of ranged: 'n' missing. To continue, call ranged with {\"n\": \"<for you to choose>\"}.");
  }

  @Test
  void a_value_that_the_tool_refuses_is_told_as_wrong() {
    var workflow =
        Flow.named("range", "Range")
            .step("ranged", "ranged", step -> step.arg("n", constant(5)))
            .build();

    assertThat(handoff(workflow, "{}", host()))
        .endsWith(
            "To continue, call ranged with {\"n\": \"<for you to correct: 5 must have a minimum value of 10>\"}.");
  }

  @Test
  void a_value_within_another_is_told_as_wrong_where_it_is() {
    var schema =
        """
        {'type': 'object', 'properties': {
          'to': {'type': 'object', 'required': ['street'], 'additionalProperties': false,
                 'properties': {'street': {'type': 'string'},
                                'numbers': {'type': 'array', 'items': {'type': 'integer'}}}}}}
        """;
    var workflow =
        Flow.named("ship", "Ship")
            .step(
                "ship",
                "ship",
                step ->
                    step.arg("to", constant(Flow.json("{'numbers': [1, 'two'], 'planet': 'x'}"))))
            .build();
    var host = new ToyHost().tool("ship", "Ship.", schema, "", ToolOutcome::structured);

    assertThat(handoff(workflow, "{}", host))
        .endsWith(
            "call ship with {\"to\": {\"numbers\": [1, \"<for you to correct: \\\"two\\\" string found, integer expected>\"], \"street\": \"<for you to choose>\"}}.");
  }

  @Test
  void a_handoff_is_no_longer_than_a_message_whatever_its_notes_are() {
    var flow = Flow.named("many", "Do much").step("fail", "fail", step -> {});
    for (var i = 0; i < 60; i++) {
      flow.step("s" + i, "start", step -> step.guidance("note ".repeat(200)));
    }
    var host = host().tool("fail", arguments -> ToolOutcome.failed("no"));

    var text = handoff(flow.build(), "{}", host);

    assertThat(text.getBytes(StandardCharsets.UTF_8).length)
        .isBetween(4_000, Narration.DEFAULT_MESSAGE_BYTES);
    assertThat(text).startsWith("Step 'fail' failed: no.").contains("bytes are not shown]");
    assertThat(text.split("call start with", -1)).hasSize(61);
  }

  @Test
  void steps_of_a_recorded_run_that_have_no_room_at_all_are_counted() {
    var flow = Flow.named("many", "Do much").step("fail", "fail", step -> {});
    for (var i = 0; i < 600; i++) {
      flow.step("step-with-a-rather-long-name-" + i, "start", step -> step.arg("n", constant(1)));
    }
    var host = host().tool("fail", arguments -> ToolOutcome.failed("no"));

    var outcome = runs.start(flow.build(), "{}", host);
    var text = Handoff.text(outcome, Narration.standard().ofDurableRun("t-1")).orElseThrow();

    assertThat(text.getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(Narration.DEFAULT_MESSAGE_BYTES);
    assertThat(text)
        .containsPattern("\\d+ further steps are not shown, for lack of room; the plan names them");
  }
}
