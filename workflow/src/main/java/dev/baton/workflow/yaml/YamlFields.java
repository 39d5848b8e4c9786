package dev.baton.workflow.yaml;

import dev.baton.workflow.WorkflowProblem.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A mapping with known keys; what is not as it should be becomes a problem and is left out. */
final class YamlFields {
  private static final int MOST_SHOWN = 60;

  private final Findings findings;
  private final Place place;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private boolean complete = true;

  private YamlFields(Findings findings, Place place) {
    this.findings = findings;
    this.place = place;
  }

  /** What a mapping has as text under a key, if it has; tells no problems. */
  static Optional<String> peekText(Node node, String key) {
    return node instanceof MappingNode mapping
        ? mapping.getValue().stream()
            .filter(it -> it.getKeyNode() instanceof ScalarNode name && name.getValue().equals(key))
            .flatMap(
                it ->
                    it.getValueNode() instanceof ScalarNode text
                        ? Stream.of(text.getValue())
                        : Stream.empty())
            .findFirst()
        : Optional.empty();
  }

  /** Reads a mapping; with no known keys, any are allowed. */
  static YamlFields read(Findings findings, Node node, Place place, List<String> known) {
    var fields = new YamlFields(findings, place);
    findings.note(place, node);
    if (node instanceof MappingNode mapping) {
      mapping
          .getValue()
          .forEach(tuple -> fields.add(tuple.getKeyNode(), tuple.getValueNode(), known));
    } else {
      findings.add(
          Kind.WRONG_NODE,
          place,
          node,
          shown(node),
          known.isEmpty() ? "a mapping" : "a mapping with the keys " + String.join(", ", known));
    }
    return fields;
  }

  private void add(Node keyNode, Node value, List<String> known) {
    if (!(keyNode instanceof ScalarNode key)) {
      findings.add(Kind.WRONG_NODE, place, keyNode, shown(keyNode) + " as a key", "text");
    } else if (!known.isEmpty() && !known.contains(key.getValue())) {
      findings.add(
          Kind.UNKNOWN_KEY,
          place,
          key,
          "unknown key " + quoted(key.getValue()),
          "a known key",
          known);
      complete = false;
    } else if (values.putIfAbsent(key.getValue(), value) != null) {
      findings.add(
          Kind.DUPLICATE_KEY,
          place,
          key,
          "duplicate key " + quoted(key.getValue()),
          "each key once");
    } else {
      findings.note(place.at(key.getValue()), key);
    }
  }

  Place place() {
    return place;
  }

  /** If nothing was left out. */
  boolean isComplete() {
    return complete;
  }

  Map<String, Node> values() {
    return values;
  }

  Optional<Node> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  Optional<String> text(String key) {
    return find(key).flatMap(node -> text(node, key));
  }

  Optional<Boolean> flag(String key) {
    return find(key)
        .flatMap(
            node ->
                node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.BOOL)
                    ? Optional.of(scalar.getValue().equalsIgnoreCase("true"))
                    : wrong(key, node, "true or false"));
  }

  /** A whole number that is at least this. */
  OptionalLong number(String key, int least, int most) {
    var node = values.get(key);
    if (node == null) {
      return OptionalLong.empty();
    }
    if (node instanceof ScalarNode scalar
        && scalar.getTag().equals(Tag.INT)
        && scalar.getValue().matches("[+-]?[0-9]{1,10}")) {
      var value = Long.parseLong(scalar.getValue());
      if (value >= least && value <= most) {
        return OptionalLong.of(value);
      }
    }
    var unused = wrong(key, node, "a whole number from %d to %d".formatted(least, most));
    return OptionalLong.empty();
  }

  /** The elements of a list. */
  List<Node> list(String key) {
    var node = find(key);
    if (node.isEmpty()) {
      return List.of();
    }
    if (node.get() instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    return this.<List<Node>>wrong(key, node.get(), "a list").orElse(List.of());
  }

  /** What stands in a node that should be text. */
  Optional<String> text(Node node, String key) {
    return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)
        ? Optional.of(scalar.getValue())
        : wrong(
            key,
            node,
            node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)
                ? "text; put it in quotes"
                : "text");
  }

  private <T> Optional<T> wrong(String key, Node node, String expected) {
    findings.add(
        Kind.WRONG_NODE, place.at(key), node, "%s as '%s'".formatted(shown(node), key), expected);
    return Optional.empty();
  }

  static String shown(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getTag().equals(Tag.NULL) ? "nothing" : quoted(scalar.getValue());
    }
    return node instanceof SequenceNode ? "a list" : "a mapping";
  }

  static String quoted(String text) {
    return "'%s'"
        .formatted(text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…");
  }
}
