package dev.baton.workflow;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The type of a prompt argument; on the wire every argument is text, and is read as this type. */
public enum ArgumentType {
  STRING,
  INTEGER,
  NUMBER,
  BOOLEAN;

  // why: the parsers of Java take more than JSON, and a huge exponent would cost a lot to expand
  private static final Pattern INTEGRAL = Pattern.compile("[+-]?[0-9]{1,1000}");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?[0-9]{1,1000}([.][0-9]{1,1000})?([eE][+-]?[0-9]{1,3})?");

  /** The value that a client's text stands for; empty if it is not of this type. */
  public Optional<JsonNode> read(String text) {
    var nodes = JsonNodeFactory.instance;
    return switch (this) {
      case STRING -> Optional.of(nodes.stringNode(text));
      case INTEGER ->
          INTEGRAL.matcher(text).matches()
              ? Optional.of(integer(new BigInteger(text)))
              : Optional.empty();
      case NUMBER ->
          DECIMAL.matcher(text).matches()
              ? Optional.of(nodes.numberNode(new BigDecimal(text)))
              : Optional.empty();
      case BOOLEAN ->
          text.equals("true") || text.equals("false")
              ? Optional.of(nodes.booleanNode(text.equals("true")))
              : Optional.empty();
    };
  }

  // why: the smallest node that holds it, as a parser makes it, so that equal values are equal
  private static JsonNode integer(BigInteger value) {
    var nodes = JsonNodeFactory.instance;
    if (value.bitLength() < Integer.SIZE) {
      return nodes.numberNode(value.intValue());
    }
    return value.bitLength() < Long.SIZE
        ? nodes.numberNode(value.longValue())
        : nodes.numberNode(value);
  }

  /** Its name in a JSON Schema and in a workflow file. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
