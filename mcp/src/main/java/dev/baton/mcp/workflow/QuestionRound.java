package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.reference.StepName;
import java.util.LinkedHashMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The number of times that a run has asked, and the answers that it got: it travels with the client
 * from one request to the next, so that no answer is lost or taken for another.
 *
 * @param number of the question that comes next, or is out
 * @param asking if that question is out
 * @param inputs everything that the client has supplied so far
 */
record QuestionRound(int number, boolean asking, RunInputs inputs) {
  private static final String NUMBER = "round";
  private static final String ASKING = "asking";
  private static final String INPUTS = "inputs";

  static QuestionRound first(RunInputs inputs) {
    return new QuestionRound(1, false, inputs);
  }

  /** The key of the question; every round has its own. */
  String key() {
    return "input-" + number;
  }

  QuestionRound asked() {
    return new QuestionRound(number, true, inputs);
  }

  /** With what was filled in for a step, beside what was known of it. */
  QuestionRound answered(StepName step, ObjectNode content) {
    var steps = new LinkedHashMap<>(inputs.steps());
    steps.merge(step, content, (known, more) -> known.deepCopy().setAll(more));
    return new QuestionRound(number + 1, false, new RunInputs(steps, inputs.leftOut()));
  }

  void write(ObjectNode json) {
    json.put(NUMBER, number).put(ASKING, asking);
    var steps = json.putObject(INPUTS);
    inputs.steps().forEach((step, arguments) -> steps.set(step.value(), arguments));
    inputs.leftOut().forEach(step -> steps.putNull(step.value()));
  }

  static QuestionRound read(SequentialWorkflow workflow, ObjectNode json) {
    var steps = json.path(INPUTS) instanceof ObjectNode object ? object : Json.object();
    return new QuestionRound(
        json.path(NUMBER).asInt(1),
        json.path(ASKING).asBoolean(false),
        RunInputs.read(workflow, steps));
  }
}
