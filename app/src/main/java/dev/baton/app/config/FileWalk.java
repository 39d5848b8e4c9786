package dev.baton.app.config;

import dev.baton.app.config.Shape.Keyed;
import dev.baton.app.config.Shape.Value;
import dev.baton.internal.yaml.YamlNode;
import dev.baton.mcp.protocol.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Walks through a file and notes its values and its mistakes. Not thread safe. */
final class FileWalk {
  private final Map<Key, Setting> values = new LinkedHashMap<>();
  private final Map<Key, Integer> lines = new LinkedHashMap<>();
  private final List<ConfigProblem> problems = new ArrayList<>();

  ConfigFile result() {
    return new ConfigFile(values, lines, problems);
  }

  void read(YamlNode node, Key key, Shape shape) {
    switch (shape) {
      case Keyed mapping -> readKeys(node, key, mapping);
      case Value value -> readValue(node, key, value.kind());
    }
  }

  private void readKeys(YamlNode node, Key key, Keyed shape) {
    // why nothing is fine: a section whose lines are all comments
    if (!node.is(YamlNode.Kind.MAPPING) && !node.is(YamlNode.Kind.NOTHING)) {
      refuse(node, "%s is %s".formatted(place(key), shown(node)), shape.mapping());
    }
    for (var entry : node.entries(name -> shape.find(name).isPresent())) {
      var at = entry.key();
      var child = key.at(entry.name());
      switch (entry.standing()) {
        case GOOD -> {
          lines.put(child, at.line());
          read(entry.value(), child, shape.find(entry.name()).orElseThrow());
        }
        case NO_TEXT -> refuse(at, "a key of %s is no text".formatted(place(key)), shape.mapping());
        case UNKNOWN -> problems.add(shape.unknown(key, entry.name(), line(at)));
        case REPEATED -> refuse(at, child + " stands twice", "each key once");
      }
    }
  }

  private void readValue(YamlNode node, Key key, ValueKind kind) {
    find(node, kind)
        .ifPresentOrElse(
            value -> values.put(key, Setting.of(key, kind, value, line(node))),
            () -> refuse(node, "%s is %s".formatted(key, shown(node)), kind.allowed()));
  }

  private static Optional<JsonNode> find(YamlNode node, ValueKind kind) {
    if (node.is(YamlNode.Kind.LIST) && kind.isList()) {
      var texts = node.elements().stream().flatMap(element -> text(element).stream()).toList();
      return texts.size() == node.elements().size()
          ? Optional.of(Json.strings(texts))
          : Optional.empty();
    }
    return text(node).flatMap(kind::read);
  }

  private static Optional<String> text(YamlNode node) {
    return node.scalar().filter(_ -> !node.is(YamlNode.Kind.NOTHING));
  }

  private void refuse(YamlNode node, String found, String allowed) {
    problems.add(new ConfigProblem(line(node), found, allowed));
  }

  private static Origin line(YamlNode node) {
    return new Origin.Line(node.line());
  }

  private static String place(Key key) {
    return key.equals(Key.ROOT) ? "the file" : key.toString();
  }

  private static String shown(YamlNode node) {
    return node.shown("empty");
  }
}
