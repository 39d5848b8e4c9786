package dev.baton.app.config;

import dev.baton.app.config.Shape.Named;
import dev.baton.app.config.Shape.Section;
import dev.baton.app.config.Shape.Value;
import dev.baton.mcp.protocol.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;

/** Walks through a file and notes its values and its mistakes. Not thread safe. */
final class FileWalk {
  private static final int MOST_SHOWN = 60;

  private final Map<Key, Setting> values = new LinkedHashMap<>();
  private final Map<Key, Integer> lines = new LinkedHashMap<>();
  private final List<ConfigProblem> problems = new ArrayList<>();

  ConfigFile result() {
    return new ConfigFile(values, lines, problems);
  }

  void read(Node node, Key key, Shape shape) {
    switch (shape) {
      case Section section ->
          readKeys(
              node,
              key,
              "a mapping with the keys " + String.join(", ", section.names()),
              name -> Optional.ofNullable(section.keys().get(name)),
              (name, line) ->
                  ConfigProblem.unknownKey(line, key.at(name).toString(), name, section.names()));
      case Named named ->
          readKeys(
              node,
              key,
              "a mapping of " + named.allowed(),
              name -> named.isName().test(name) ? Optional.of(named.each()) : Optional.empty(),
              (name, line) ->
                  new ConfigProblem(
                      line, "'%s' is no name in %s".formatted(name, key), named.allowed()));
      case Value value -> readValue(node, key, value);
    }
  }

  /** What may stand under a name; empty if the name is not allowed. */
  private interface Children {
    Optional<Shape> find(String name);
  }

  private interface Complaint {
    ConfigProblem about(String name, Origin line);
  }

  private void readKeys(
      Node node, Key key, String allowed, Children children, Complaint complaint) {
    if (isNothing(node)) {
      // why: a section whose lines are all comments
      return;
    }
    if (!(node instanceof MappingNode mapping)) {
      refuse(node, "%s is %s".formatted(place(key), shown(node)), allowed);
      return;
    }
    for (var tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode name)) {
        refuse(tuple.getKeyNode(), "a key of %s is no text".formatted(place(key)), allowed);
        continue;
      }
      var child = key.at(name.getValue());
      var shape = children.find(name.getValue());
      if (shape.isEmpty()) {
        problems.add(complaint.about(name.getValue(), line(name)));
      } else if (lines.putIfAbsent(child, number(name)) != null) {
        refuse(name, child + " stands twice", "each key once");
      } else {
        read(tuple.getValueNode(), child, shape.get());
      }
    }
  }

  private void readValue(Node node, Key key, Value value) {
    var found = find(node, value.kind());
    if (found.isEmpty()) {
      refuse(node, "%s is %s".formatted(key, shown(node)), value.kind().allowed());
    } else {
      values.put(key, Setting.of(key, value.kind(), found.get(), line(node)));
    }
  }

  private static Optional<JsonNode> find(Node node, ValueKind kind) {
    if (node instanceof SequenceNode sequence && kind.isList()) {
      var texts = sequence.getValue().stream().flatMap(element -> text(element).stream()).toList();
      return texts.size() == sequence.getValue().size()
          ? Optional.of(Json.strings(texts))
          : Optional.empty();
    }
    return text(node).flatMap(kind::read);
  }

  private static Optional<String> text(Node node) {
    return node instanceof ScalarNode scalar && !isNothing(node)
        ? Optional.of(scalar.getValue())
        : Optional.empty();
  }

  private static boolean isNothing(Node node) {
    return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
  }

  private void refuse(Node node, String found, String allowed) {
    problems.add(new ConfigProblem(line(node), found, allowed));
  }

  private static Origin line(Node node) {
    return new Origin.Line(number(node));
  }

  private static int number(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  private static String place(Key key) {
    return key.equals(Key.ROOT) ? "the file" : key.toString();
  }

  private static String shown(Node node) {
    return switch (node) {
      case ScalarNode _ when isNothing(node) -> "empty";
      case ScalarNode scalar -> quoted(scalar.getValue());
      case SequenceNode _ -> "a list";
      default -> "a mapping";
    };
  }

  static String quoted(String text) {
    return "'%s'"
        .formatted(text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…");
  }
}
