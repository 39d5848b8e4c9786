package dev.baton.workflow;

import dev.baton.internal.schema.WireNames;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.DataSource;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** A prompt argument while it is being defined. Not thread safe. */
final class ArgumentDraft {
  /** What a prompt argument is that has a Java type. */
  private record JavaArgument(ArgumentType type, List<String> allowedValues) {
    private static final Map<Class<?>, ArgumentType> TYPES =
        Map.ofEntries(
            Map.entry(String.class, ArgumentType.STRING),
            Map.entry(UUID.class, ArgumentType.STRING),
            Map.entry(Instant.class, ArgumentType.STRING),
            Map.entry(Integer.class, ArgumentType.INTEGER),
            Map.entry(int.class, ArgumentType.INTEGER),
            Map.entry(Long.class, ArgumentType.INTEGER),
            Map.entry(long.class, ArgumentType.INTEGER),
            Map.entry(Double.class, ArgumentType.NUMBER),
            Map.entry(double.class, ArgumentType.NUMBER),
            Map.entry(BigDecimal.class, ArgumentType.NUMBER),
            Map.entry(Boolean.class, ArgumentType.BOOLEAN),
            Map.entry(boolean.class, ArgumentType.BOOLEAN));

    static JavaArgument of(ArgName name, Class<?> type) {
      if (type.isEnum()) {
        return new JavaArgument(
            ArgumentType.STRING,
            Arrays.stream(type.getEnumConstants()).map(it -> WireNames.of((Enum<?>) it)).toList());
      }
      var known = TYPES.get(type);
      if (known == null) {
        throw new IllegalArgumentException(
            ("Argument '%s' cannot be a %s, because clients send arguments as text;"
                    + " use String, Integer, Long, Double, BigDecimal, Boolean, UUID, Instant"
                    + " or an enum")
                .formatted(name, type.getSimpleName()));
      }
      return new JavaArgument(known, List.of());
    }
  }

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
