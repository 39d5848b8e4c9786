package dev.baton.workflow.yaml;

import dev.baton.workflow.WorkflowProblem.Kind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Text to YAML nodes, with limits on what a file may do to its reader. */
final class YamlText {
  /** A workflow has a few kilobytes. */
  static final int MOST_BYTES = 256 * 1024;

  private static final int MOST_DEPTH = 50;
  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setSchema(new CoreSchema())
          // why: we report these ourselves, all of them and with their lines
          .setAllowDuplicateKeys(true)
          .setAllowNonScalarKeys(true)
          .setCodePointLimit(MOST_BYTES)
          .build();

  private final Findings findings;

  YamlText(Findings findings) {
    this.findings = findings;
  }

  /** The text of a file; empty if a problem was found. */
  Optional<String> decode(byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      return refused(1, "more than %d KiB".formatted(MOST_BYTES / 1024), "a smaller file");
    }
    var input = ByteBuffer.wrap(bytes);
    var text = CharBuffer.allocate(bytes.length);
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    if (decoder.decode(input, text, true).isError()) {
      var before = new String(bytes, 0, input.position(), StandardCharsets.UTF_8);
      return refused(lineAfter(before), "bytes that are no UTF-8", "a file in UTF-8");
    }
    return Optional.of(text.flip().toString());
  }

  /** The one document of the text; empty if a problem was found. */
  Optional<Node> compose(String text) {
    if (text.length() > MOST_BYTES) {
      return refused(1, "more than %d KiB".formatted(MOST_BYTES / 1024), "a smaller file");
    }
    var yaml = text.startsWith("\uFEFF") ? text.substring(1) : text;
    try {
      return isHarmless(yaml) ? new Compose(SETTINGS).composeString(yaml) : Optional.empty();
    } catch (MarkedYamlEngineException e) {
      var line = e.getProblemMark().or(e::getContextMark).map(Mark::getLine).orElse(0) + 1;
      return refused(line, "no YAML (%s)".formatted(oneLine(e.getProblem())), "YAML 1.2");
    } catch (ReaderException e) {
      var before = yaml.codePoints().limit(Math.max(0, e.getPosition())).toArray();
      return refused(
          lineAfter(new String(before, 0, before.length)),
          "the character U+%04X".formatted(e.getCodePoint()),
          "text without control characters");
    } catch (YamlEngineException e) {
      return refused(
          1, "no YAML (%s)".formatted(oneLine(String.valueOf(e.getMessage()))), "YAML 1.2");
    }
  }

  // why before nodes are made: making them follows the depth by recursion and copies aliases
  private boolean isHarmless(String yaml) {
    var depth = 0;
    var documents = 0;
    for (var event : new Parse(SETTINGS).parseString(yaml)) {
      switch (event.getEventId()) {
        case SequenceStart, MappingStart -> depth++;
        case SequenceEnd, MappingEnd -> depth--;
        case DocumentStart -> documents++;
        default -> {}
      }
      if (event.getEventId() == Event.ID.Alias) {
        return refuse(event, "an alias", "the value written out");
      } else if (depth > MOST_DEPTH) {
        return refuse(
            event, "more than %d levels".formatted(MOST_DEPTH), "lists and mappings less deep");
      } else if (documents > 1) {
        return refuse(event, "a second document", "one workflow in a file");
      }
    }
    return documents == 1 || refuseEmpty();
  }

  private boolean refuse(Event event, String found, String expected) {
    var line = event.getStartMark().map(Mark::getLine).orElse(0) + 1;
    findings.add(Kind.SYNTAX, line, found, expected);
    return false;
  }

  private boolean refuseEmpty() {
    findings.add(Kind.SYNTAX, 1, "an empty file", "a workflow with name and steps");
    return false;
  }

  private <T> Optional<T> refused(int line, String found, String expected) {
    findings.add(Kind.SYNTAX, line, found, expected);
    return Optional.empty();
  }

  private static int lineAfter(String text) {
    return (int) text.chars().filter(c -> c == '\n').count() + 1;
  }

  private static String oneLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
