package dev.baton.adapter.sdk;

import dev.baton.workflow.ServerCatalog;
import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptMessage;
import dev.baton.workflow.prompt.PromptRole;
import dev.baton.workflow.prompt.ResourceSnapshot;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;

/** Turns the messages of a trace into the SDK's, one for each content. */
final class SdkMessages implements PromptContent.Visitor<Content> {
  private final ServerCatalog server;

  SdkMessages(ServerCatalog server) {
    this.server = server;
  }

  List<McpSchema.PromptMessage> of(List<PromptMessage> messages) {
    return messages.stream()
        .flatMap(
            message ->
                message.content().flatten().stream()
                    .map(
                        content ->
                            McpSchema.PromptMessage.builder(
                                    role(message.role()), content.accept(this))
                                .build()))
        .toList();
  }

  private static Role role(PromptRole role) {
    return switch (role) {
      case USER -> Role.USER;
      case ASSISTANT -> Role.ASSISTANT;
    };
  }

  @Override
  public Content text(PromptContent.Text content) {
    return TextContent.builder(content.text()).build();
  }

  @Override
  public Content image(PromptContent.Image content) {
    return ImageContent.builder(content.base64(), content.mimeType()).build();
  }

  @Override
  public Content resourceRef(PromptContent.ResourceRef content) {
    return link(content.uri());
  }

  @Override
  public Content resourceEmbed(PromptContent.ResourceEmbed content) {
    return link(content.resource().uri().value());
  }

  private static Content link(String uri) {
    return ResourceLink.builder().uri(uri).name(uri).build();
  }

  @Override
  public Content toolRef(PromptContent.ToolRef content) {
    var name = content.tool().name();
    var tool =
        server
            .findTool(name)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "A prompt refers to tool '%s', which is not registered".formatted(name)));
    return TextContent.builder(
            "Tool: %s\nDescription: %s\nInput schema:\n%s"
                .formatted(tool.name(), tool.description(), tool.inputSchema().toPrettyString()))
        .build();
  }

  @Override
  public Content resourceCopy(PromptContent.ResourceCopy content) {
    return EmbeddedResource.builder(contents(content.snapshot())).build();
  }

  private static ResourceContents contents(ResourceSnapshot snapshot) {
    var mimeType = snapshot.mimeType().orElse(null);
    return snapshot.binary()
        ? new BlobResourceContents(snapshot.uri(), mimeType, snapshot.data(), null)
        : new TextResourceContents(snapshot.uri(), mimeType, snapshot.data(), null);
  }

  @Override
  public Content parts(PromptContent.Parts content) {
    throw new IllegalArgumentException("Parts were not flattened: " + content.parts());
  }
}
