package dev.baton.app.config;

import dev.baton.app.config.Shape.Keyed;
import dev.baton.app.config.Shape.Value;
import dev.baton.mcp.protocol.Json;
import dev.baton.yaml.YamlNode;
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
    if (node.is(YamlNode.Kind.MAPPING)) {
      node.read(new Parts(key, shape));
    } else if (!node.is(YamlNode.Kind.NOTHING)) {
      // why nothing is fine: a section whose lines are all comments
      refuse(node, "%s is %s".formatted(place(key), shown(node)), shape.mapping());
    }
  }

  /** Reads what stands under the keys of a mapping. */
  private final class Parts implements YamlNode.Keys {
    private final Key section;
    private final Keyed shape;

    Parts(Key section, Keyed shape) {
      this.section = section;
      this.shape = shape;
    }

    @Override
    public void take(String name, YamlNode key, YamlNode value) {
      lines.put(section.at(name), key.line());
      read(value, section.at(name), shape.find(name).orElseThrow());
    }

    @Override
    public boolean knows(String name) {
      return shape.find(name).isPresent();
    }

    @Override
    public void unknown(String name, YamlNode key) {
      problems.add(shape.unknown(section, name, line(key)));
    }

    @Override
    public void repeated(String name, YamlNode key) {
      refuse(key, section.at(name) + " stands twice", "each key once");
    }

    @Override
    public void unreadable(YamlNode key) {
      refuse(key, "a key of %s is no text".formatted(place(section)), shape.mapping());
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
