package dev.baton.orchestrator.transcript;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A tool call as it is stored. */
public final class ToolUseJson {
  private ToolUseJson() {}

  public static String write(LogEntry.ToolUse tool) {
    var json =
        Json.object()
            .put("id", tool.id())
            .put("name", tool.name())
            .put("kind", tool.kind())
            .put("status", tool.status());
    tool.input().ifPresent(input -> json.set("input", input));
    tool.result().ifPresent(result -> json.put("result", result));
    return json.toString();
  }

  public static LogEntry.ToolUse read(String text) {
    var json = Json.MAPPER.readTree(text);
    return new LogEntry.ToolUse(
        json.path("id").asString(),
        json.path("name").asString(),
        json.path("kind").asString(),
        json.path("status").asString(),
        find(json, "input"),
        find(json, "result").map(JsonNode::asString));
  }

  private static Optional<JsonNode> find(JsonNode json, String name) {
    return Optional.of(json.path(name)).filter(value -> !value.isMissingNode());
  }
}
