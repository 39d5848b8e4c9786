package dev.baton.workflow.reference;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a step wants of the output of an earlier one before it runs. Immutable, thread safe.
 *
 * @param wanted the value that is compared with; of {@code IN} the list of them, of {@code EXISTS}
 *     if it shall be there; strings in it are {@linkplain TextTemplate templates}
 * @param skips if the step is skipped when this does not hold; else the run pauses before it
 */
public record Requirement(
    DataSource.StepOutput output, Condition condition, JsonNode wanted, boolean skips) {
  public Requirement {
    wanted = wanted.deepCopy();
  }

  /** How a value is compared with what is wanted. */
  public enum Condition {
    EQUALS,
    NOT_EQUALS,
    IN,
    /** It is there and not null. */
    EXISTS;

    /** Its key in a workflow file. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The keys of all. */
    public static List<String> wireNames() {
      return Arrays.stream(values()).map(Condition::wireName).toList();
    }

    public static Optional<Condition> find(String wireName) {
      return Arrays.stream(values()).filter(it -> it.wireName().equals(wireName)).findAny();
    }
  }

  /** The same, but the step is skipped if it does not hold. */
  public Requirement otherwiseSkip() {
    return new Requirement(output, condition, wanted, true);
  }

  /** The values that one of has to be met, or avoided. */
  public List<JsonNode> values() {
    return condition == Condition.IN ? wanted.valueStream().toList() : List.of(wanted);
  }
}
