package dev.baton.app.config;

import dev.baton.app.config.Shape.Keyed;
import dev.baton.app.config.Shape.Value;
import dev.baton.app.home.PlainFile;
import dev.baton.internal.yaml.YamlDocument;
import dev.baton.internal.yaml.YamlDocument.YamlProblem;
import dev.baton.internal.yaml.YamlNode;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What the configuration file says.
 *
 * @param values by key, in the order of the file
 * @param lines where each key stands, also those of whole sections
 */
record ConfigFile(Map<Key, Setting> values, Map<Key, Integer> lines, List<ConfigProblem> problems) {
  /** Its name in the data directory. */
  static final String NAME = "config.yaml";

  private static final int MOST_BYTES = 1 << 20;

  ConfigFile {
    values = new LinkedHashMap<>(values);
    lines = new LinkedHashMap<>(lines);
    problems = List.copyOf(problems);
  }

  /** Reads the file of a directory; one that is not there says nothing. */
  static ConfigFile read(Path directory) throws IOException {
    var file = directory.resolve(NAME);
    var problem = PlainFile.findProblem(file, MOST_BYTES);
    if (problem.isPresent()) {
      return broken(1, "the file " + problem.get(), "a plain file of at most a mebibyte");
    }
    try {
      return parse(Files.readString(file));
    } catch (NoSuchFileException e) {
      return parse("");
    } catch (CharacterCodingException e) {
      return broken(1, "bytes that are no UTF-8", "a file in UTF-8");
    }
  }

  static ConfigFile parse(String text) {
    var document = YamlDocument.parseWithAliases(text);
    if (document.problem().isPresent()) {
      return broken(document.problem().get());
    }
    var walk = new FileWalk();
    document.root().ifPresent(root -> walk.read(root, Key.ROOT, ConfigSchema.ROOT));
    return walk.result();
  }

  private static ConfigFile broken(YamlProblem problem) {
    return switch (problem.kind()) {
      case NOT_YAML -> noYaml(problem, problem.detail().strip().replaceAll("\\s+", " "));
      case CHARACTER -> noYaml(problem, "special characters are not allowed");
      case ALIAS -> noYaml(problem, "an alias");
      case SECOND_DOCUMENT -> noYaml(problem, "but found another document");
      case TOO_DEEP ->
          broken(
              problem.line(),
              "more than %d levels of mappings and lists".formatted(YamlDocument.MOST_LEVELS),
              "the keys of docs/configuration.md, none of which is that deep");
    };
  }

  private static ConfigFile noYaml(YamlProblem problem, String reason) {
    return broken(problem.line(), "no YAML (%s)".formatted(reason), "YAML 1.2");
  }

  private static ConfigFile broken(int line, String found, String allowed) {
    return new ConfigFile(
        Map.of(), Map.of(), List.of(new ConfigProblem(new Origin.Line(line), found, allowed)));
  }

  /** Where a key stands; the first line if it does not. */
  Origin origin(Key key) {
    return new Origin.Line(Optional.ofNullable(lines.get(key)).orElse(1));
  }

  /** Walks through a file and notes its values and its mistakes. Not thread safe. */
  private static final class FileWalk {
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
          case NO_TEXT ->
              refuse(at, "a key of %s is no text".formatted(place(key)), shape.mapping());
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
}
