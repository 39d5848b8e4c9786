package dev.baton.mcp.internal.method;

import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A result with which a client completes a task: what a tool could have answered. */
final class CompletionResult {
  /** The texts that a block of a type cannot do without. */
  private static final Map<String, List<String>> BLOCKS =
      Map.of(
          "text", List.of("text"),
          "image", List.of("data", "mimeType"),
          "audio", List.of("data", "mimeType"),
          "resource_link", List.of("name", "uri"),
          "resource", List.of());

  /** Members of a tool's result, which a value that is none cannot have. */
  private static final List<String> OWN =
      List.of("content", "structuredContent", "isError", "_meta", "resultType");

  private CompletionResult() {}

  /**
   * The result as it is kept. What a tool could have answered is taken as it is, without members of
   * ours. Any other value becomes a text and structured content, so that no client is served what
   * the protocol does not know; members of an object stay where they were given, too.
   */
  static ObjectNode of(JsonNode given) {
    return given instanceof ObjectNode object && isToolResult(object)
        ? object.deepCopy().without("resultType")
        : told(given);
  }

  private static ObjectNode told(JsonNode value) {
    var result = value instanceof ObjectNode object ? object.deepCopy() : Json.object();
    OWN.forEach(result::remove);
    var text = value.isString() ? value.stringValue() : value.toString();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    result.set("structuredContent", value.isObject() ? value : Json.object().set("result", value));
    return result;
  }

  private static boolean isToolResult(ObjectNode object) {
    return object.path("content").isArray()
        && object.path("content").valueStream().allMatch(CompletionResult::isBlock)
        && isObjectIfThere(object, "structuredContent")
        && isObjectIfThere(object, "_meta")
        && (!object.has("isError") || object.path("isError").isBoolean());
  }

  private static boolean isBlock(JsonNode block) {
    var texts = BLOCKS.get(block.path("type").asString(""));
    return texts != null
        && texts.stream().allMatch(name -> block.path(name).isString())
        && (!block.path("type").asString("").equals("resource") || embeds(block.path("resource")))
        && isObjectIfThere(block, "_meta")
        && isObjectIfThere(block, "annotations");
  }

  private static boolean embeds(JsonNode resource) {
    return resource.path("uri").isString()
        && (resource.path("text").isString() || resource.path("blob").isString());
  }

  private static boolean isObjectIfThere(JsonNode json, String member) {
    return !json.has(member) || json.path(member).isObject();
  }
}
