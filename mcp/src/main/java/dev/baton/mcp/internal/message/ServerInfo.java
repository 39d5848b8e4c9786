package dev.baton.mcp.internal.message;

import dev.baton.mcp.protocol.Json;
import dev.baton.task.TaskOwner;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * How the server introduces itself.
 *
 * @param instructions what it tells each caller of itself as a whole
 */
public record ServerInfo(
    String name,
    Optional<String> title,
    String version,
    Optional<Function<TaskOwner, String>> instructions) {
  /** What the server tells this caller of itself as a whole. */
  public Optional<String> instructionsFor(TaskOwner caller) {
    return instructions.map(it -> it.apply(caller));
  }

  /** Name, title and version, as the protocol's {@code Implementation}. */
  public ObjectNode toJson() {
    var json = Json.object().put("name", name);
    title.ifPresent(text -> json.put("title", text));
    return json.put("version", version);
  }
}
