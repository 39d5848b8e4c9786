package dev.baton.workflow.yaml;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.WorkflowProblem.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Locale;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** YAML nodes to JSON, where they mean the same. */
final class YamlJson {
  private static final int MOST_DIGITS = 400;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Findings findings;

  YamlJson(Findings findings) {
    this.findings = findings;
  }

  /** The value; null in place of what is no JSON, which is then a problem. */
  JsonNode read(Node node, Place place) {
    if (node instanceof ScalarNode scalar) {
      return scalar(scalar, place);
    } else if (node instanceof SequenceNode sequence) {
      var array = NODES.arrayNode();
      sequence.getValue().forEach(element -> array.add(read(element, place)));
      return array;
    } else if (node instanceof MappingNode mapping) {
      return object(mapping, place);
    }
    return unfit(node, place, "a node of kind " + node.getNodeType());
  }

  private JsonNode object(MappingNode mapping, Place place) {
    var object = NODES.objectNode();
    var seen = new HashSet<String>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        var unused = unfit(tuple.getKeyNode(), place, "a key that is no text");
      } else if (!seen.add(key.getValue())) {
        findings.add(
            Kind.DUPLICATE_KEY,
            place,
            key,
            "duplicate key " + YamlFields.quoted(key.getValue()),
            "each key once");
      } else {
        object.set(key.getValue(), read(tuple.getValueNode(), place));
      }
    }
    return object;
  }

  private JsonNode scalar(ScalarNode scalar, Place place) {
    var text = scalar.getValue();
    var tag = scalar.getTag();
    if (tag.equals(Tag.STR)) {
      return NODES.stringNode(text);
    } else if (tag.equals(Tag.NULL)) {
      return NODES.nullNode();
    } else if (tag.equals(Tag.BOOL)) {
      return NODES.booleanNode(text.toLowerCase(Locale.ROOT).equals("true"));
    } else if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return number(scalar, place);
    }
    return unfit(scalar, place, "the tag " + YamlFields.quoted(tag.getValue()));
  }

  private JsonNode number(ScalarNode scalar, Place place) {
    var text = scalar.getValue();
    try {
      if (text.length() <= MOST_DIGITS && scalar.getTag().equals(Tag.INT)) {
        return integer(text);
      }
      var decimal = new BigDecimal(text.length() <= MOST_DIGITS ? text : "too long");
      if (Math.abs((long) decimal.scale()) <= MOST_DIGITS) {
        return NODES.numberNode(decimal);
      }
    } catch (NumberFormatException e) {
      return unfit(scalar, place, "the number " + YamlFields.quoted(text));
    }
    return unfit(scalar, place, "the number " + YamlFields.quoted(text));
  }

  private static JsonNode integer(String text) {
    var value =
        text.startsWith("0x")
            ? new BigInteger(text.substring(2), 16)
            : text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
    return ArgumentType.INTEGER.read(value.toString()).orElseThrow(NumberFormatException::new);
  }

  private JsonNode unfit(Node node, Place place, String found) {
    findings.add(Kind.WRONG_NODE, place, node, found, "a value that JSON has too");
    return NODES.nullNode();
  }
}
