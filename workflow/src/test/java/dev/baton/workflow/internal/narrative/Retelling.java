package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptMessage;
import dev.baton.workflow.prompt.PromptRole;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A part of a trace as a reader understands it, whichever form it was in.
 *
 * @param resource the URI and kind of a resource; empty for plain text
 */
record Retelling(PromptRole role, String resource, String text) {
  private static final Pattern HEAD =
      Pattern.compile("(\\d+) of (\\d+), (user|assistant)(?:, resource (.*))?");

  static List<Retelling> ofMessages(List<PromptMessage> messages) {
    return messages.stream().map(Retelling::of).toList();
  }

  private static Retelling of(PromptMessage message) {
    if (message.content() instanceof PromptContent.Text content) {
      return new Retelling(message.role(), "", content.text());
    }
    if (message.content() instanceof PromptContent.ResourceRef link) {
      return new Retelling(
          message.role(),
          link.uri() + " (not read)",
          "[the server could not read this resource; read it yourself if you need it]");
    }
    var snapshot = ((PromptContent.ResourceCopy) message.content()).snapshot();
    var kind =
        snapshot.mimeType().map(type -> " (" + type).orElse("")
            + (snapshot.binary() ? ", %d bytes)".formatted(snapshot.bytes()) : ")");
    return new Retelling(
        message.role(),
        snapshot.uri() + kind,
        snapshot.binary() ? "[binary content, which text cannot show]" : snapshot.data());
  }

  /** Reads the text that says of itself how its parts begin. */
  static List<Retelling> ofSingle(String text) {
    var intro = text.substring(0, text.indexOf('\n'));
    var bar = intro.replaceAll(".* begin with a line of (=+) each; .*", "$1");
    var parts = new ArrayList<Retelling>();
    for (var part : text.substring(intro.length()).split("\n\n" + bar + " ", -1)) {
      if (!part.isEmpty()) {
        parts.add(part(part, bar));
      }
    }
    return parts;
  }

  private static Retelling part(String part, String bar) {
    var end = part.indexOf(" " + bar + "\n");
    var head = HEAD.matcher(part.substring(0, end));
    if (!head.matches()) {
      throw new IllegalArgumentException("No head: " + part);
    }
    return new Retelling(
        PromptRole.of(head.group(3)),
        head.group(4) == null ? "" : head.group(4),
        part.substring(end + bar.length() + 2));
  }

  /** For golden files. */
  static String print(List<Retelling> parts) {
    return parts.stream()
        .map(
            part ->
                "[%s%s]\n%s\n"
                    .formatted(
                        part.role().wireName(),
                        part.resource().isEmpty() ? "" : ", " + part.resource(),
                        part.text()))
        .collect(Collectors.joining("\n"));
  }
}
