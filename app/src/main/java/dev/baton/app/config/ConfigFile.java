package dev.baton.app.config;

import dev.baton.app.home.PlainFile;
import dev.baton.internal.yaml.YamlDocument;
import dev.baton.internal.yaml.YamlProblem;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
}
