package dev.baton.mcp.protocol;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One block of content in a tool result or a prompt message. */
public sealed interface Content {
  ObjectNode toJson();

  static Content text(String text) {
    return new Text(text);
  }

  record Text(String text) implements Content {
    @Override
    public ObjectNode toJson() {
      return Json.object().put("type", "text").put("text", text);
    }
  }

  /** An image; {@code data} is base64. */
  record Image(String data, String mimeType) implements Content {
    @Override
    public ObjectNode toJson() {
      return Json.object().put("type", "image").put("data", data).put("mimeType", mimeType);
    }
  }

  /** A sound; {@code data} is base64. */
  record Audio(String data, String mimeType) implements Content {
    @Override
    public ObjectNode toJson() {
      return Json.object().put("type", "audio").put("data", data).put("mimeType", mimeType);
    }
  }

  /** A resource that the client can read later. */
  record ResourceLink(String uri, String name, Optional<String> mimeType) implements Content {
    @Override
    public ObjectNode toJson() {
      var json = Json.object().put("type", "resource_link").put("uri", uri).put("name", name);
      mimeType.ifPresent(type -> json.put("mimeType", type));
      return json;
    }
  }

  /** A resource, contents and all. */
  record EmbeddedResource(ResourceContents contents) implements Content {
    @Override
    public ObjectNode toJson() {
      var json = Json.object().put("type", "resource");
      json.set("resource", contents.toJson());
      return json;
    }
  }
}
