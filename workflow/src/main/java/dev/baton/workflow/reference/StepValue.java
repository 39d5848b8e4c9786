package dev.baton.workflow.reference;

import dev.baton.internal.schema.RecordJson;
import dev.baton.workflow.reference.Requirement.Condition;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A value in the output of a step, of which a later step can require something. A value that is not
 * there meets no comparison.
 *
 * {@snippet file="dev/baton/workflow/RequirementExamplesTest.java" region="require"}
 */
public sealed interface StepValue<V> permits Output, OptionalOutput {
  /** The same in the words of the model. */
  DataSource.StepOutput stepOutput();

  /** It is this. */
  default Requirement isEqualTo(V value) {
    return new Requirement(stepOutput(), Condition.EQUALS, RecordJson.encode(value), false);
  }

  /** It is there, and is not this. */
  default Requirement isNotEqualTo(V value) {
    return new Requirement(stepOutput(), Condition.NOT_EQUALS, RecordJson.encode(value), false);
  }

  /** It is one of these. */
  default Requirement isIn(List<? extends V> values) {
    return new Requirement(stepOutput(), Condition.IN, RecordJson.encode(values), false);
  }

  /** It is there and not null. */
  default Requirement exists() {
    return existence(true);
  }

  /** It is not there, or null. */
  default Requirement doesNotExist() {
    return existence(false);
  }

  private Requirement existence(boolean wanted) {
    return new Requirement(
        stepOutput(), Condition.EXISTS, JsonNodeFactory.instance.booleanNode(wanted), false);
  }
}
