package dev.baton.workflow.yaml;

import dev.baton.internal.yaml.YamlNode;
import dev.baton.workflow.WorkflowProblem.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A mapping with known keys; what is not as it should be becomes a problem and is left out. */
final class YamlFields {
  private final Findings findings;
  private final Place place;
  private final Map<String, YamlNode> values = new LinkedHashMap<>();
  private boolean complete = true;

  private YamlFields(Findings findings, Place place) {
    this.findings = findings;
    this.place = place;
  }

  /** Reads a mapping; with no known keys, any are allowed. */
  static YamlFields read(Findings findings, YamlNode node, Place place, List<String> known) {
    var fields = new YamlFields(findings, place);
    findings.note(place, node);
    if (node.is(YamlNode.Kind.MAPPING)) {
      node.entries(key -> known.isEmpty() || known.contains(key))
          .forEach(entry -> fields.add(entry, known));
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

  private void add(YamlNode.Entry entry, List<String> known) {
    var key = entry.key();
    switch (entry.standing()) {
      case GOOD -> {
        values.put(entry.name(), entry.value());
        findings.note(place.at(entry.name()), key);
      }
      case NO_TEXT -> findings.add(Kind.WRONG_NODE, place, key, shown(key) + " as a key", "text");
      case UNKNOWN -> {
        var found = "unknown key " + YamlNode.quoted(entry.name());
        findings.add(Kind.UNKNOWN_KEY, place, key, found, "a known key", known);
        complete = false;
      }
      case REPEATED -> findings.addRepeatedKey(place, entry);
    }
  }

  Place place() {
    return place;
  }

  /** If nothing was left out. */
  boolean isComplete() {
    return complete;
  }

  Map<String, YamlNode> values() {
    return values;
  }

  Optional<YamlNode> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  Optional<String> text(String key) {
    return find(key).flatMap(node -> text(node, key));
  }

  Optional<Boolean> flag(String key) {
    return find(key)
        .flatMap(
            node ->
                node.is(YamlNode.Kind.FLAG)
                    ? node.scalar().map("true"::equalsIgnoreCase)
                    : wrong(key, node, "true or false"));
  }

  /** A whole number that is at least this. */
  OptionalLong number(String key, int least, int most) {
    var node = values.get(key);
    if (node == null) {
      return OptionalLong.empty();
    }
    var digits = node.scalar().orElse("");
    if (node.is(YamlNode.Kind.INTEGER) && digits.matches("[+-]?[0-9]{1,10}")) {
      var value = Long.parseLong(digits);
      if (value >= least && value <= most) {
        return OptionalLong.of(value);
      }
    }
    var unused = wrong(key, node, "a whole number from %d to %d".formatted(least, most));
    return OptionalLong.empty();
  }

  /** The elements of a list. */
  List<YamlNode> list(String key) {
    var node = find(key);
    if (node.isEmpty()) {
      return List.of();
    }
    return node.get().is(YamlNode.Kind.LIST)
        ? node.get().elements()
        : this.<List<YamlNode>>wrong(key, node.get(), "a list").orElse(List.of());
  }

  /** What stands in a node that should be text. */
  Optional<String> text(YamlNode node, String key) {
    return switch (node.kind()) {
      case TEXT -> node.scalar();
      case FLAG, INTEGER, DECIMAL, TAGGED -> wrong(key, node, "text; put it in quotes");
      case NOTHING, LIST, MAPPING -> wrong(key, node, "text");
    };
  }

  private <T> Optional<T> wrong(String key, YamlNode node, String expected) {
    findings.add(
        Kind.WRONG_NODE, place.at(key), node, "%s as '%s'".formatted(shown(node), key), expected);
    return Optional.empty();
  }

  static String shown(YamlNode node) {
    return node.shown("nothing");
  }
}
