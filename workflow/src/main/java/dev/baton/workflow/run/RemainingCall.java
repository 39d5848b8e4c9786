package dev.baton.workflow.run;

import dev.baton.workflow.StepName;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A step that is still to be done, as far as it is known. Secrets are hidden in all of it.
 *
 * @param tool none in a step that only reads resources or gives guidance
 * @param available if the server has the tool
 * @param arguments known values, and placeholders for the others
 * @param resources what to read for it
 * @param needsConsent if it may destroy something, and the workflow does not say that it may run
 */
public record RemainingCall(
    StepName step,
    Optional<String> tool,
    boolean available,
    ObjectNode arguments,
    Optional<String> guidance,
    List<String> resources,
    boolean needsConsent) {
  public RemainingCall {
    resources = List.copyOf(resources);
  }

  /** {@code {step, tool?, arguments, guidance?}}. */
  public ObjectNode toJson() {
    var json = RunJson.object().put("step", step.value());
    tool.ifPresent(name -> json.put("tool", name));
    json.set("arguments", arguments);
    guidance.ifPresent(text -> json.put("guidance", text));
    return json;
  }
}
