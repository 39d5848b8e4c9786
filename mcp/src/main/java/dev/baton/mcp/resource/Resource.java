package dev.baton.mcp.resource;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.request.RequestContext;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A resource at a fixed URI. Immutable. */
public record Resource(
    String uri,
    String name,
    Optional<String> title,
    Optional<String> description,
    Optional<String> mimeType,
    Reader reader) {

  /** Reads the resource's contents when they are asked for. */
  @FunctionalInterface
  public interface Reader {
    List<ResourceContents> read(RequestContext context) throws Exception;
  }

  /** A text that never changes. */
  public static Resource text(String uri, String name, String mimeType, String text) {
    return of(uri, name, mimeType, context -> List.of(ResourceContents.text(uri, mimeType, text)));
  }

  public static Resource of(String uri, String name, String mimeType, Reader reader) {
    return new Resource(
        uri, name, Optional.empty(), Optional.empty(), Optional.of(mimeType), reader);
  }

  public Resource withTitle(String text) {
    return new Resource(uri, name, Optional.of(text), description, mimeType, reader);
  }

  public Resource withDescription(String text) {
    return new Resource(uri, name, title, Optional.of(text), mimeType, reader);
  }

  public ObjectNode describe() {
    var json = Json.object().put("uri", uri).put("name", name);
    title.ifPresent(text -> json.put("title", text));
    description.ifPresent(text -> json.put("description", text));
    mimeType.ifPresent(type -> json.put("mimeType", type));
    return json;
  }
}
