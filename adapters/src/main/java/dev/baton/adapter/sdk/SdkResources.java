package dev.baton.adapter.sdk;

import dev.baton.workflow.prompt.ResourceSnapshot;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.util.DefaultMcpUriTemplateManagerFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** What a server can read, found as the server finds it. Thread safe if its handlers are. */
final class SdkResources {
  private static final DefaultMcpUriTemplateManagerFactory TEMPLATES =
      new DefaultMcpUriTemplateManagerFactory();

  private record Place(
      String uri,
      BiFunction<McpSyncServerExchange, ReadResourceRequest, ReadResourceResult> handler) {
    boolean fits(String other) {
      return TEMPLATES.create(uri).matches(other);
    }
  }

  // why in this order: a resource of its own goes before a template that fits as well
  private final List<Place> places;

  SdkResources(
      List<SyncResourceSpecification> resources,
      List<SyncResourceTemplateSpecification> templates) {
    this.places =
        Stream.concat(
                resources.stream().map(it -> new Place(it.resource().uri(), it.readHandler())),
                templates.stream()
                    .map(it -> new Place(it.resourceTemplate().uriTemplate(), it.readHandler())))
            .toList();
  }

  boolean has(String uri) {
    return find(uri).isPresent();
  }

  List<String> uris() {
    return places.stream().map(Place::uri).toList();
  }

  /** What is at a URI; empty if nothing is registered for it. */
  Optional<List<ResourceSnapshot>> read(McpSyncServerExchange exchange, String uri) {
    return find(uri)
        .map(it -> it.handler().apply(exchange, ReadResourceRequest.builder(uri).build()))
        .map(result -> result.contents().stream().map(SdkResources::snapshot).toList());
  }

  private Optional<Place> find(String uri) {
    return places.stream().filter(it -> it.fits(uri)).findFirst();
  }

  private static ResourceSnapshot snapshot(ResourceContents contents) {
    var mimeType = Optional.ofNullable(contents.mimeType());
    if (contents instanceof TextResourceContents text) {
      return new ResourceSnapshot(text.uri(), mimeType, text.text(), false);
    }
    if (contents instanceof BlobResourceContents blob) {
      return new ResourceSnapshot(blob.uri(), mimeType, blob.blob(), true);
    }
    throw new IllegalArgumentException(
        "%s is neither text nor bytes but a %s"
            .formatted(contents.uri(), contents.getClass().getName()));
  }
}
