package dev.baton.workflow.yaml;

import dev.baton.internal.yaml.YamlNode;
import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.WorkflowProblem.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** YAML nodes to JSON, where they mean the same. */
final class YamlJson {
  private static final int MOST_DIGITS = 400;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Findings findings;

  YamlJson(Findings findings) {
    this.findings = findings;
  }

  /** The value; null in place of what is no JSON, which is then a problem. */
  JsonNode read(YamlNode node, Place place) {
    return switch (node.kind()) {
      case NOTHING -> NODES.nullNode();
      case TEXT -> NODES.stringNode(text(node));
      case FLAG -> NODES.booleanNode(text(node).equalsIgnoreCase("true"));
      case INTEGER, DECIMAL -> number(node, place);
      case TAGGED -> unfit(node, place, "the tag " + YamlNode.quoted(node.tag()));
      case LIST -> {
        var array = NODES.arrayNode();
        node.elements().forEach(element -> array.add(read(element, place)));
        yield array;
      }
      case MAPPING -> object(node, place);
    };
  }

  private static String text(YamlNode scalar) {
    return scalar.scalar().orElseThrow();
  }

  private ObjectNode object(YamlNode mapping, Place place) {
    var object = NODES.objectNode();
    for (var entry : mapping.entries(key -> true)) {
      switch (entry.standing()) {
        case NO_TEXT -> addUnfit(entry.key(), place, "a key that is no text");
        case REPEATED -> findings.addRepeatedKey(place, entry);
        case GOOD, UNKNOWN -> object.set(entry.name(), read(entry.value(), place));
      }
    }
    return object;
  }

  private JsonNode number(YamlNode scalar, Place place) {
    var text = text(scalar);
    try {
      if (text.length() <= MOST_DIGITS && scalar.is(YamlNode.Kind.INTEGER)) {
        return integer(text);
      }
      var decimal = new BigDecimal(text.length() <= MOST_DIGITS ? text : "too long");
      if (Math.abs((long) decimal.scale()) <= MOST_DIGITS) {
        return NODES.numberNode(decimal);
      }
    } catch (NumberFormatException e) {
      return unfit(scalar, place, "the number " + YamlNode.quoted(text));
    }
    return unfit(scalar, place, "the number " + YamlNode.quoted(text));
  }

  private static JsonNode integer(String text) {
    var value =
        text.startsWith("0x")
            ? new BigInteger(text.substring(2), 16)
            : text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
    return ArgumentType.INTEGER.read(value.toString()).orElseThrow(NumberFormatException::new);
  }

  private JsonNode unfit(YamlNode node, Place place, String found) {
    addUnfit(node, place, found);
    return NODES.nullNode();
  }

  private void addUnfit(YamlNode node, Place place, String found) {
    findings.add(Kind.WRONG_NODE, place, node, found, "a value that JSON has too");
  }
}
