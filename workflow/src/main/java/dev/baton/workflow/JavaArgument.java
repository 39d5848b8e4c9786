package dev.baton.workflow;

import dev.baton.internal.schema.WireNames;
import dev.baton.workflow.reference.ArgName;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What a prompt argument is that has a Java type. */
record JavaArgument(ArgumentType type, List<String> allowedValues) {
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
