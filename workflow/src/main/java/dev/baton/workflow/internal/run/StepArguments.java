package dev.baton.workflow.internal.run;

import dev.baton.internal.schema.OptionalNulls;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.ArgumentGap;
import dev.baton.workflow.internal.record.RunJson;
import dev.baton.workflow.reference.StepName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a step, as far as they are known. Not thread safe. */
final class StepArguments {
  private ObjectNode values = RunJson.object();
  // why: empty until the first gap, so that a call without one is copied for nobody
  private Optional<ObjectNode> shown = Optional.empty();
  private final List<Gap> gaps = new ArrayList<>();

  /**
   * An argument without a value.
   *
   * @param placeholder what stands for it in a text
   * @param producer the step that did not complete, if that is the reason
   */
  record Gap(String argument, String reason, String placeholder, Optional<Producer> producer) {
    ArgumentGap toPublic(Secrets secrets) {
      return new ArgumentGap(argument, secrets.hideInWords(reason));
    }
  }

  /** A step that did not complete, and what was wanted of it. */
  record Producer(StepName step, String output, Optional<String> tool) {}

  void known(String name, JsonNode value) {
    values.set(name, value);
    shown.ifPresent(json -> json.set(name, value));
  }

  void gap(Gap gap) {
    gaps.add(gap);
    placeholder(gap.argument(), gap.placeholder());
  }

  /** Shows something in place of a value, which stays unknown. */
  void placeholder(String name, String text) {
    var json = shown.orElseGet(() -> RunJson.shallowCopy(values));
    json.put(name, text);
    shown = Optional.of(json);
  }

  /** Shows this in place of what is known, which stays as it is. */
  void show(ObjectNode others) {
    shown = Optional.of(others);
  }

  /** Leaves out nulls that stand for nothing, as the tool would. */
  void leaveOutNulls(ObjectNode schema) {
    values = OptionalNulls.without(values, schema);
    shown = shown.map(json -> OptionalNulls.without(json, schema));
  }

  ObjectNode values() {
    return values;
  }

  /** The known values, and placeholders for the others. */
  ObjectNode shown() {
    return shown.orElse(values);
  }

  /**
   * If a call has every known value, of which there is one at least, and beside them only what is
   * for the client to find.
   *
   * @param required what the tool cannot do without
   */
  boolean isPartOf(ObjectNode call, Secrets secrets, Set<String> required) {
    var known = secrets.hide(values);
    return !known.isEmpty()
        && known
            .propertyStream()
            .allMatch(argument -> RunJson.isSame(call.path(argument.getKey()), argument.getValue()))
        && call.propertyNames().stream()
            .filter(name -> !known.has(name))
            .allMatch(name -> shown().has(name) || required.contains(name));
  }

  /** The arguments that are shown as placeholders. */
  Set<String> open() {
    return shown()
        .propertyStream()
        .filter(argument -> !argument.getValue().equals(values.get(argument.getKey())))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  List<Gap> gaps() {
    return gaps;
  }
}
