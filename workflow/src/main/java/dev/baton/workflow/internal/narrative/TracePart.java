package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.internal.record.Sentence;
import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptRole;
import dev.baton.workflow.prompt.ResourceSnapshot;
import java.util.stream.Collectors;

/**
 * A part of a trace, in both its forms.
 *
 * @param content what it is as a message
 * @param title what stands beside the role where everything is text; empty for plain text
 * @param body what stands below it there
 */
record TracePart(PromptRole role, PromptContent content, String title, String body) {
  static TracePart user(String text) {
    return new TracePart(PromptRole.USER, PromptContent.text(text), "", text);
  }

  static TracePart assistant(String text) {
    return new TracePart(PromptRole.ASSISTANT, PromptContent.text(text), "", text);
  }

  /** A resource with what it holds. */
  static TracePart copy(ResourceSnapshot snapshot) {
    return new TracePart(
        PromptRole.USER,
        new PromptContent.ResourceCopy(snapshot),
        "resource %s%s".formatted(snapshot.uri(), kind(snapshot)),
        snapshot.binary() ? "[binary content, which text cannot show]" : snapshot.data());
  }

  /** A resource that could not be read here. */
  static TracePart link(String uri) {
    return new TracePart(
        PromptRole.USER,
        PromptContent.resource(uri),
        "resource %s (not read)".formatted(uri),
        "[the server could not read this resource; read it yourself if you need it]");
  }

  private static String kind(ResourceSnapshot snapshot) {
    var facts = snapshot.mimeType().stream().collect(Collectors.toList());
    if (snapshot.binary()) {
      facts.add(Sentence.counted(snapshot.bytes(), "byte"));
    }
    return facts.isEmpty() ? "" : " (%s)".formatted(String.join(", ", facts));
  }
}
