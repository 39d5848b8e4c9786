package dev.baton.workflow.yaml;

import dev.baton.internal.yaml.YamlDocument;
import dev.baton.internal.yaml.YamlDocument.YamlProblem;
import dev.baton.internal.yaml.YamlNode;
import dev.baton.workflow.WorkflowProblem.Kind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The bytes of a file to YAML nodes, with limits on what it may do to its reader. */
final class YamlText {
  /** A workflow has a few kilobytes. */
  static final int MOST_BYTES = 256 * 1024;

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
      var line = (int) before.chars().filter(c -> c == '\n').count() + 1;
      return refused(line, "bytes that are no UTF-8", "a file in UTF-8");
    }
    return Optional.of(text.flip().toString());
  }

  /** The one document of the text; empty if a problem was found. */
  Optional<YamlNode> compose(String text) {
    if (text.length() > MOST_BYTES) {
      return refused(1, "more than %d KiB".formatted(MOST_BYTES / 1024), "a smaller file");
    }
    var document = YamlDocument.parse(text);
    if (document.problem().isPresent()) {
      return refused(document.problem().get());
    }
    return document.root().or(() -> refused(1, "an empty file", "a workflow with name and steps"));
  }

  private <T> Optional<T> refused(YamlProblem problem) {
    var line = problem.line();
    return switch (problem.kind()) {
      case NOT_YAML ->
          refused(line, "no YAML (%s)".formatted(firstLine(problem.detail())), "YAML 1.2");
      case CHARACTER ->
          refused(line, "the character " + problem.detail(), "text without control characters");
      case TOO_DEEP ->
          refused(
              line,
              "more than %d levels".formatted(YamlDocument.MOST_LEVELS),
              "lists and mappings less deep");
      case ALIAS -> refused(line, "an alias", "the value written out");
      case SECOND_DOCUMENT -> refused(line, "a second document", "one workflow in a file");
    };
  }

  private <T> Optional<T> refused(int line, String found, String expected) {
    findings.add(Kind.SYNTAX, line, found, expected);
    return Optional.empty();
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
