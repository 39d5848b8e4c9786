package dev.baton.adapter.sdk;

import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;

/** The resources of a notebook, as anybody would write them with the SDK. */
public final class NotebookResources {
  private NotebookResources() {}

  public static List<SyncResourceSpecification> all() {
    return List.of(
        new SyncResourceSpecification(
            Resource.builder("resource://notes/intro", "Introduction").build(),
            (exchange, request) ->
                result(
                    TextResourceContents.builder(request.uri(), "Write short notes.")
                        .mimeType("text/markdown")
                        .build())),
        new SyncResourceSpecification(
            Resource.builder("resource://notes/logo", "Logo").build(),
            (exchange, request) ->
                result(BlobResourceContents.builder(request.uri(), "AAEC").build())),
        new SyncResourceSpecification(
            Resource.builder("resource://notes/torn", "A page that cannot be read").build(),
            (exchange, request) -> {
              throw new IllegalStateException("the page is torn");
            }));
  }

  public static List<SyncResourceTemplateSpecification> templates() {
    return List.of(
        new SyncResourceTemplateSpecification(
            ResourceTemplate.builder("resource://projects/{project}", "A project").build(),
            (exchange, request) -> {
              if (request.uri().endsWith("/nowhere")) {
                throw McpError.RESOURCE_NOT_FOUND.apply(request.uri());
              }
              return result(TextResourceContents.builder(request.uri(), "All about it.").build());
            }));
  }

  private static ReadResourceResult result(ResourceContents contents) {
    return ReadResourceResult.builder(List.of(contents)).build();
  }
}
