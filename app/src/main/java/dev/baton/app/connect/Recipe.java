package dev.baton.app.connect;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * How to make a client know Baton.
 *
 * @param file where the configuration goes
 * @param configuration what to put there, as it is
 * @param command does the same at once, for a client that has such a command
 */
public record Recipe(String file, String configuration, Optional<String> command) {
  public ObjectNode toJson() {
    var json = Json.object().put("file", file).put("configuration", configuration);
    command.ifPresentOrElse(line -> json.put("command", line), () -> json.putNull("command"));
    return json;
  }
}
