package dev.baton.mcp.tool;

import dev.baton.mcp.protocol.Content;
import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer of a tool. The JSON in it is not to be changed.
 *
 * @param structured the answer for programs; {@code content} then has the same as text
 * @param meta the result's {@code _meta}, empty for none
 */
public record ToolResult(
    List<Content> content, Optional<JsonNode> structured, boolean isError, ObjectNode meta) {
  public ToolResult {
    content = List.copyOf(content);
  }

  public static ToolResult text(String text) {
    return of(Content.text(text));
  }

  public static ToolResult of(Content... content) {
    return new ToolResult(List.of(content), Optional.empty(), false, Json.object());
  }

  /** The JSON, and the same as text for clients that read only that. */
  public static ToolResult structured(JsonNode json) {
    return new ToolResult(
        List.of(Content.text(json.toString())), Optional.of(json), false, Json.object());
  }

  /** A failure in the tool's own words; {@link ToolFailure} tells the caller more. */
  public static ToolResult error(String text) {
    return new ToolResult(List.of(Content.text(text)), Optional.empty(), true, Json.object());
  }

  public static ToolResult failure(ToolFailure failure) {
    var envelope = structured(failure.toJson());
    return new ToolResult(envelope.content, envelope.structured, true, envelope.meta);
  }

  public ToolResult withMeta(String key, JsonNode value) {
    var more = meta.deepCopy();
    more.set(key, value);
    return new ToolResult(content, structured, isError, more);
  }

  public ObjectNode toJson() {
    var json = Json.object();
    var blocks = json.putArray("content");
    content.forEach(block -> blocks.add(block.toJson()));
    structured.ifPresent(value -> json.set("structuredContent", value));
    if (isError) {
      json.put("isError", true);
    }
    if (!meta.isEmpty()) {
      json.set("_meta", meta.deepCopy()); // why: more is put there on the way out
    }
    return json;
  }
}
