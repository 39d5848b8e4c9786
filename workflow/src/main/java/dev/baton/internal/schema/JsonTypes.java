package dev.baton.internal.schema;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * The JSON types that a value may have, as far as they are known. Immutable, thread safe.
 *
 * @param types a number may be an integer too, so who has the one has the other
 */
public record JsonTypes(Set<Type> types) {
  /** The types of JSON Schema. */
  enum Type {
    STRING,
    NUMBER,
    INTEGER,
    BOOLEAN,
    OBJECT,
    ARRAY,
    NULL;

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is said of a value of which nothing is known. */
  static final JsonTypes ANY = new JsonTypes(EnumSet.allOf(Type.class));

  static final JsonTypes NONE = new JsonTypes(Set.of());

  public JsonTypes {
    types = types.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(types));
  }

  /** The type of this name in a schema; any, if JSON Schema knows no such name. */
  public static JsonTypes named(String wireName) {
    for (var type : Type.values()) {
      if (type.wireName().equals(wireName)) {
        return of(type);
      }
    }
    return ANY;
  }

  static JsonTypes of(Type type) {
    return new JsonTypes(
        type == Type.NUMBER ? EnumSet.of(Type.NUMBER, Type.INTEGER) : EnumSet.of(type));
  }

  /** The type of a value. */
  public static JsonTypes ofValue(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> of(Type.STRING);
      case NUMBER -> of(Type.NUMBER);
      case BOOLEAN -> of(Type.BOOLEAN);
      case OBJECT -> of(Type.OBJECT);
      case ARRAY -> of(Type.ARRAY);
      case NULL -> of(Type.NULL);
      default -> ANY;
    };
  }

  public boolean has(Type type) {
    return types.contains(type);
  }

  /** If some value can be of both. */
  public boolean mayFit(JsonTypes target) {
    return !and(target).types.isEmpty();
  }

  JsonTypes and(JsonTypes other) {
    return new JsonTypes(types.stream().filter(other.types::contains).collect(Collectors.toSet()));
  }

  JsonTypes or(JsonTypes other) {
    var both = EnumSet.noneOf(Type.class);
    both.addAll(types);
    both.addAll(other.types);
    return new JsonTypes(both);
  }

  @Override
  public String toString() {
    return types.stream()
        .filter(type -> type != Type.INTEGER || !types.contains(Type.NUMBER))
        .sorted()
        .map(Type::wireName)
        .collect(Collectors.joining(" or "));
  }
}
