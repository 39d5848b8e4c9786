package dev.baton.app.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
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
    try {
      return parse(Files.readString(directory.resolve(NAME)));
    } catch (NoSuchFileException e) {
      return parse("");
    } catch (CharacterCodingException e) {
      return broken(1, "bytes that are no UTF-8", "a file in UTF-8");
    }
  }

  static ConfigFile parse(String text) {
    try {
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
