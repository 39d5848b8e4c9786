package dev.baton.workflow.internal.argument;

import dev.baton.workflow.ArgumentType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Values of an argument's type, with numbers as a parser makes them: so a value is equal to itself
 * after it was stored.
 */
final class ArgumentText {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ArgumentText() {}

  /** The value that a text stands for; empty if it does not have the type. */
  static Optional<JsonNode> find(ArgumentType type, String text) {
    return type.read(text).flatMap(ArgumentText::plain);
  }

  /** The value as one of the type; empty if it is another's. */
  static Optional<JsonNode> find(ArgumentType type, JsonNode value) {
    return switch (type) {
      case STRING -> value.isString() ? Optional.of(value) : Optional.empty();
      case INTEGER ->
          value.isNumber() && value.canConvertToExactIntegral()
              ? Optional.of(integer(value.decimalValue().toBigIntegerExact()))
              : Optional.empty();
      case NUMBER -> value.isNumber() ? plain(value) : Optional.empty();
      case BOOLEAN -> value.isBoolean() ? Optional.of(value) : Optional.empty();
    };
  }

  private static Optional<JsonNode> plain(JsonNode value) {
    return value.isBigDecimal() ? number(value.decimalValue()) : Optional.of(value);
  }

  private static Optional<JsonNode> number(BigDecimal value) {
    if (value.scale() == 0) {
      return Optional.of(integer(value.toBigIntegerExact()));
    }
    var number = value.doubleValue();
    return Double.isFinite(number) ? Optional.of(JSON.numberNode(number)) : Optional.empty();
  }

  private static JsonNode integer(BigInteger value) {
    if (value.bitLength() < Integer.SIZE) {
      return JSON.numberNode(value.intValue());
    }
    return value.bitLength() < Long.SIZE
        ? JSON.numberNode(value.longValue())
        : JSON.numberNode(value);
  }
}
