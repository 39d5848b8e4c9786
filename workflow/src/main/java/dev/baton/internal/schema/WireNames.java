package dev.baton.internal.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/** How Java names look on the wire; schemas, mappers and workflows all ask here. */
public final class WireNames {
  private static final Pattern WORD_STARTS =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  private WireNames() {}

  /** The name of the component: what {@code @JsonProperty} says, else snake case. */
  public static String of(RecordComponent component) {
    return explicit(component.getDeclaringRecord(), component.getName())
        .orElseGet(() -> snakeCase(component.getName()));
  }

  /** The name of the constant: what {@code @JsonProperty} says, else lower case. */
  public static String of(Enum<?> constant) {
    return explicit(constant.getDeclaringClass(), constant.name())
        .orElseGet(() -> constant.name().toLowerCase(Locale.ROOT));
  }

  // why: @JsonProperty cannot stand on a component; the compiler hands it to the component's field
  private static Optional<String> explicit(Class<?> type, String field) {
    try {
      return Optional.ofNullable(type.getDeclaredField(field).getAnnotation(JsonProperty.class))
          .map(JsonProperty::value)
          .filter(name -> !name.isEmpty());
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("%s has no field %s".formatted(type, field), e);
    }
  }

  private static String snakeCase(String name) {
    return WORD_STARTS.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
  }

  static final class Properties extends PropertyNamingStrategies.NamingBase {
    @Override
    protected String translate(String name) {
      return snakeCase(name);
    }
  }

  static final class Constants extends JacksonAnnotationIntrospector {
    @Override
    public String[] findEnumValues(
        MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
      for (int i = 0; i < constants.length; i++) {
        names[i] = of(constants[i]);
      }
      return names;
    }
  }
}
