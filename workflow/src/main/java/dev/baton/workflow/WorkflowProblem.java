package dev.baton.workflow;

import dev.baton.workflow.internal.NameRule;
import dev.baton.workflow.reference.StepName;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JsonPointer;

/**
 * One mistake in the definition of a workflow, as data. Immutable, thread safe.
 *
 * {@snippet file="dev/baton/workflow/WorkflowExamplesTest.java" region="problems"}
 *
 * @param workflow the name of the workflow, empty if it has none
 * @param place where in the definition, in the words of the declarative form, such as {@code
 *     /steps/1/args/project}
 * @param found what is wrong, such as {@code unknown binding 'norm'}
 * @param expected what would be right
 * @param available the names that could have been meant, in their order
 * @param line the line of the file, if it came from one; the first is 1
 */
public record WorkflowProblem(
    Kind kind,
    String workflow,
    Optional<StepName> step,
    JsonPointer place,
    String found,
    String expected,
    List<String> available,
    OptionalInt line) {
  private static final int MOST_SHOWN = 20;

  public WorkflowProblem {
    // why: they quote what somebody wrote, and a message stays on its line
    found = NameRule.shown(found);
    expected = NameRule.shown(expected);
    available = List.copyOf(available);
  }

  /** What sort of mistake it is; stable, so that programs can tell them apart. */
  public enum Kind {
    MISSING_NAME,
    INVALID_NAME,
    INVALID_VALUE,
    NO_STEPS,
    EMPTY_STEP,
    STEP_WITHOUT_TOOL,
    DUPLICATE_STEP,
    DUPLICATE_BINDING,
    DUPLICATE_ARGUMENT,
    MISSING_SOURCE,
    UNKNOWN_BINDING,
    LATER_BINDING,
    BINDING_WITHOUT_OUTPUT,
    CYCLE,
    UNDECLARED_ARGUMENT,
    UNBOUND_VARIABLE,
    VARIABLE_WITHOUT_TASK,
    UNKNOWN_TOOL,
    UNKNOWN_RESOURCE,
    UNKNOWN_TOOL_ARGUMENT,
    UNMAPPED_TOOL_ARGUMENT,
    UNKNOWN_FIELD,
    CONSTANT_AGAINST_SCHEMA,
    TYPE_MISMATCH,
    NAME_CLASH,
    UNREADABLE_FILE,
    SYNTAX,
    WRONG_NODE,
    UNKNOWN_KEY,
    DUPLICATE_KEY,
    MISSING_KEY;

    /** Its name in JSON, such as {@code unknown_binding}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The sentence for people, such as {@code unknown binding 'a' in step 'b'; available: c}. */
  public String message() {
    var where = step.map(" in step '%s'"::formatted).orElse("");
    return found + where + (available.isEmpty() ? "; expected " + expected : remedy());
  }

  private String remedy() {
    var shown = available.stream().limit(MOST_SHOWN).toList();
    var hidden = available.size() - shown.size();
    return "; available: "
        + String.join(", ", shown)
        + (hidden > 0 ? " and %d more".formatted(hidden) : "");
  }

  /** The same problem with the line of the file where it is. */
  public WorkflowProblem atLine(int number) {
    return new WorkflowProblem(
        kind, workflow, step, place, found, expected, available, OptionalInt.of(number));
  }

  @Override
  public String toString() {
    return line.isPresent() ? "line %d: %s".formatted(line.getAsInt(), message()) : message();
  }
}
