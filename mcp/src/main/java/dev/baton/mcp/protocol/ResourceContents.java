package dev.baton.mcp.protocol;

import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What a resource holds: text, or bytes as base64. */
public sealed interface ResourceContents {
  String uri();

  Optional<String> mimeType();

  ObjectNode toJson();

  static ResourceContents text(String uri, String mimeType, String text) {
    return new Text(uri, Optional.of(mimeType), text);
  }

  static ResourceContents blob(String uri, String mimeType, byte[] bytes) {
    return new Blob(uri, Optional.of(mimeType), Base64.getEncoder().encodeToString(bytes));
  }

  record Text(String uri, Optional<String> mimeType, String text) implements ResourceContents {
    @Override
    public ObjectNode toJson() {
      return head(this).put("text", text);
    }
  }

  record Blob(String uri, Optional<String> mimeType, String base64) implements ResourceContents {
    @Override
    public ObjectNode toJson() {
      return head(this).put("blob", base64);
    }
  }

  private static ObjectNode head(ResourceContents contents) {
    var json = Json.object().put("uri", contents.uri());
    contents.mimeType().ifPresent(type -> json.put("mimeType", type));
    return json;
  }
}
