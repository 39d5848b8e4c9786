package dev.baton.workflow.run;

import dev.baton.workflow.ArgumentType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads an argument's text as a value of its type, by the grammar of JSON and no other. */
final class ArgumentText {
  /** Nobody counts further, and reading more digits takes time that grows with their square. */
  private static final int MOST_DIGITS = 100;

  private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]*)");
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ArgumentText() {}

  /** The value; empty if the text is none of the type. */
  static Optional<JsonNode> find(ArgumentType type, String text) {
    return switch (type) {
      case STRING -> Optional.of(JSON.stringNode(text));
      case INTEGER -> integer(text);
      case NUMBER -> number(text);
      case BOOLEAN ->
          text.equals("true") || text.equals("false")
              ? Optional.of(JSON.booleanNode(text.equals("true")))
              : Optional.empty();
    };
  }

  /** The value as one of the type; empty if it is another's. */
  static Optional<JsonNode> find(ArgumentType type, JsonNode value) {
    return switch (type) {
      case STRING -> value.isString() ? Optional.of(value) : Optional.empty();
      case INTEGER ->
          value.isNumber() && value.canConvertToExactIntegral()
              ? Optional.of(integer(value.decimalValue()))
              : Optional.empty();
      case NUMBER -> value.isNumber() ? Optional.of(value) : Optional.empty();
      case BOOLEAN -> value.isBoolean() ? Optional.of(value) : Optional.empty();
    };
  }

  private static Optional<JsonNode> integer(String text) {
    return text.length() <= MOST_DIGITS && INTEGER.matcher(text).matches()
        ? Optional.of(integer(new BigInteger(text)))
        : Optional.empty();
  }

  private static Optional<JsonNode> number(String text) {
    var integer = integer(text);
    if (integer.isPresent()) {
      return integer;
    }
    if (text.length() > MOST_DIGITS || !NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    var value = Double.parseDouble(text);
    return Double.isFinite(value) ? Optional.of(JSON.numberNode(value)) : Optional.empty();
  }

  private static JsonNode integer(BigDecimal value) {
    return integer(value.toBigIntegerExact());
  }

  // why: as a parser would make it, so that a value is equal to itself after it was stored
  private static JsonNode integer(BigInteger value) {
    if (value.bitLength() < Integer.SIZE) {
      return JSON.numberNode(value.intValue());
    }
    return value.bitLength() < Long.SIZE
        ? JSON.numberNode(value.longValue())
        : JSON.numberNode(value);
  }
}
