package dev.baton.internal.yaml;

import dev.baton.internal.yaml.YamlDocument.YamlProblem.Kind;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * The document in a text, or why there is none. Reading never fails. Immutable, thread safe.
 *
 * @param root empty if the text has no document or has a problem
 */
public record YamlDocument(Optional<YamlNode> root, Optional<YamlProblem> problem) {
  /**
   * Why a text is not one harmless YAML document.
   *
   * @param line the first is 1
   * @param detail what the reader says, or the character as {@code U+0007}; else empty
   */
  public record YamlProblem(Kind kind, int line, String detail) {
    /** What is wrong; who reads a file finds the words for it. */
    public enum Kind {
      NOT_YAML,
      CHARACTER,
      TOO_DEEP,
      ALIAS,
      SECOND_DOCUMENT
    }
  }

  /** More than any file needs, and less than the composer, which calls itself, can take. */
  public static final int MOST_LEVELS = 50;

  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setSchema(new CoreSchema())
          // why: readers report these themselves, all of them and with their lines
          .setAllowDuplicateKeys(true)
          .setAllowNonScalarKeys(true)
          .build();

  /** Reads a text in which every value is written out. */
  public static YamlDocument parse(String text) {
    return parse(text, false);
  }

  /**
   * Reads a text in which a value may stand for another one. Such a node can contain itself, so its
   * reader must know how deep it goes.
   */
  public static YamlDocument parseWithAliases(String text) {
    return parse(text, true);
  }

  private static YamlDocument parse(String text, boolean withAliases) {
    var yaml = text.startsWith("\uFEFF") ? text.substring(1) : text;
    try {
      var harm = findHarm(yaml, withAliases);
      return harm.isPresent()
          ? new YamlDocument(Optional.empty(), harm)
          : new YamlDocument(
              new Compose(SETTINGS).composeString(yaml).map(YamlNode::new), Optional.empty());
    } catch (MarkedYamlEngineException e) {
      return broken(Kind.NOT_YAML, line(e.getProblemMark().or(e::getContextMark)), e.getProblem());
    } catch (ReaderException e) {
      var before = yaml.codePoints().limit(Math.max(0, e.getPosition()));
      return broken(
          Kind.CHARACTER,
          (int) before.filter(character -> character == '\n').count() + 1,
          "U+%04X".formatted(e.getCodePoint()));
    } catch (YamlEngineException e) {
      return broken(Kind.NOT_YAML, 1, String.valueOf(e.getMessage()));
    }
  }

  // why before nodes are made: making them follows the depth by recursion
  private static Optional<YamlProblem> findHarm(String yaml, boolean withAliases) {
    var depth = 0;
    var documents = 0;
    for (var event : new Parse(SETTINGS).parseString(yaml)) {
      switch (event.getEventId()) {
        case SequenceStart, MappingStart -> depth++;
        case SequenceEnd, MappingEnd -> depth--;
        case DocumentStart -> documents++;
        default -> {}
      }
      if (event.getEventId() == Event.ID.Alias && !withAliases) {
        return harm(Kind.ALIAS, event);
      } else if (depth > MOST_LEVELS) {
        return harm(Kind.TOO_DEEP, event);
      } else if (documents > 1) {
        return harm(Kind.SECOND_DOCUMENT, event);
      }
    }
    return Optional.empty();
  }

  private static Optional<YamlProblem> harm(Kind kind, Event event) {
    return Optional.of(new YamlProblem(kind, line(event.getStartMark()), ""));
  }

  private static YamlDocument broken(Kind kind, int line, String detail) {
    return new YamlDocument(Optional.empty(), Optional.of(new YamlProblem(kind, line, detail)));
  }

  private static int line(Optional<Mark> mark) {
    return mark.map(Mark::getLine).orElse(0) + 1;
  }
}
