package dev.baton.workflow;

import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.DataSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A prompt argument while it is being defined. Not thread safe. */
final class ArgumentDraft {
  private final ArgName name;
  String description = "";
  boolean required = true;
  Optional<ArgumentType> type = Optional.empty();
  List<String> allowedValues = List.of();
  Optional<Function<String, List<String>>> completion = Optional.empty();
  boolean secret;

  ArgumentDraft(ArgName name, ArgumentOption... options) {
    this.name = name;
    for (var option : options) {
      option.applyTo(this);
    }
  }

  /** With the type and values that the Java class says, which the options must not contradict. */
  ArgumentDraft typed(Class<?> javaType) {
    if (!required || type.isPresent()) {
      throw new IllegalArgumentException(
          ("The type of argument '%s' says what it is and that it is required;"
                  + " leave optional() and ofType() away, or use optionalArgument()")
              .formatted(name));
    }
    var values = JavaArgument.of(name, javaType);
    type = Optional.of(values.type());
    allowedValues = allowedValues.isEmpty() ? values.allowedValues() : allowedValues;
    return this;
  }

  ArgumentDraft optional() {
    required = false;
    return this;
  }

  WorkflowArgument toArgument() {
    return new WorkflowArgument(
        name,
        description,
        required,
        type.orElse(ArgumentType.STRING),
        allowedValues,
        completion,
        secret);
  }

  DataSource source() {
    return new DataSource.PromptArgument(name);
  }
}
