package dev.baton.mcp.internal.message;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** How the server introduces itself. */
public record ServerInfo(
    String name, Optional<String> title, String version, Optional<String> instructions) {
  /** Name, title and version, as the protocol's {@code Implementation}. */
  public ObjectNode toJson() {
    var json = Json.object().put("name", name);
    title.ifPresent(text -> json.put("title", text));
    return json.put("version", version);
  }
}
