package dev.baton.app.config;

import dev.baton.app.home.PlainFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

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

  /** More than any key needs, and less than the composer, which calls itself, can take. */
  private static final int MOST_LEVELS = 50;

  private static final LoadSettings YAML =
      LoadSettings.builder()
          .setSchema(new CoreSchema())
          // why: we report these ourselves, all of them and with their lines
          .setAllowDuplicateKeys(true)
          .setAllowNonScalarKeys(true)
          .build();

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
    try {
      var deep = tooDeep(text);
      if (deep.isPresent()) {
        return broken(
            deep.getAsInt(),
            "more than %d levels of mappings and lists".formatted(MOST_LEVELS),
            "the keys of docs/configuration.md, none of which is that deep");
      }
      return new Compose(YAML)
          .composeString(text)
          .map(ConfigFile::read)
          .orElseGet(ConfigFile::empty);
    } catch (MarkedYamlEngineException e) {
      var line = e.getProblemMark().or(e::getContextMark).map(Mark::getLine).orElse(0) + 1;
      return broken(line, "no YAML (%s)".formatted(oneLine(e.getProblem())), "YAML 1.2");
    } catch (YamlEngineException e) {
      return broken(
          1, "no YAML (%s)".formatted(oneLine(String.valueOf(e.getMessage()))), "YAML 1.2");
    }
  }

  /** The line where the nesting gets too deep to be composed, if it does. */
  private static OptionalInt tooDeep(String text) {
    var depth = 0;
    for (var event : new Parse(YAML).parseString(text)) {
      if (event instanceof CollectionStartEvent && ++depth > MOST_LEVELS) {
        return OptionalInt.of(event.getStartMark().map(Mark::getLine).orElse(0) + 1);
      }
      if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
    return OptionalInt.empty();
  }

  private static ConfigFile read(Node root) {
    var walk = new FileWalk();
    walk.read(root, Key.ROOT, ConfigSchema.ROOT);
    return walk.result();
  }

  private static ConfigFile empty() {
    return new ConfigFile(Map.of(), Map.of(), List.of());
  }

  private static ConfigFile broken(int line, String found, String allowed) {
    return new ConfigFile(
        Map.of(), Map.of(), List.of(new ConfigProblem(new Origin.Line(line), found, allowed)));
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  /** Where a key stands; the first line if it does not. */
  Origin origin(Key key) {
    return new Origin.Line(Optional.ofNullable(lines.get(key)).orElse(1));
  }
}
