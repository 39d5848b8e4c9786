package dev.baton.adapter.sdk;

import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.Locale;
import java.util.stream.Collectors;

/** The messages that a client got, as text. */
final class Retold {
  private Retold() {}

  static String of(GetPromptResult result) {
    return result.messages().stream()
        .map(
            message ->
                "%s: %s\n"
                    .formatted(
                        message.role().name().toLowerCase(Locale.ROOT), of(message.content())))
        .collect(Collectors.joining());
  }

  private static String of(Content content) {
    if (content instanceof TextContent text) {
      return text.text();
    }
    if (content instanceof ResourceLink link) {
      return "link %s named %s".formatted(link.uri(), link.name());
    }
    var resource = ((EmbeddedResource) content).resource();
    return resource instanceof TextResourceContents text
        ? "%s (%s) %s".formatted(text.uri(), text.mimeType(), text.text())
        : "%s (%s) in Base64 %s"
            .formatted(
                resource.uri(), resource.mimeType(), ((BlobResourceContents) resource).blob());
  }
}
