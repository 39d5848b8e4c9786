package dev.baton.mcp.server;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A result with which a client completes a task: what a tool could have answered. */
final class CompletionResult {
  private CompletionResult() {}

  /**
   * The result as it is kept: of an object members of ours are removed, and content is there, if
   * empty; any other value becomes a text, and a member beside it.
   *
   * @throws RpcException if a member that the protocol defines has the wrong type
   */
  static ObjectNode of(JsonNode given) {
    return given instanceof ObjectNode object ? check(object) : told(given);
  }

  private static ObjectNode told(JsonNode value) {
    var result = Json.object();
    var text = value.isString() ? value.stringValue() : value.toString();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    result.putObject("structuredContent").set("result", value);
    return result;
  }

  private static ObjectNode check(ObjectNode given) {
    var result = given.deepCopy();
    result.remove("resultType");
    require(!result.has("isError") || result.path("isError").isBoolean(), "isError", "a boolean");
    require(!result.has("_meta") || result.path("_meta").isObject(), "_meta", "an object");
    require(
        !result.has("content")
            || (result.path("content").isArray()
                && result.path("content").valueStream().allMatch(b -> b.path("type").isString())),
        "content",
        "an array of blocks, each with a type");
    if (!result.has("content") && !result.has("messages")) {
      result.putArray("content");
    }
    return result;
  }

  private static void require(boolean fits, String member, String expected) {
    if (!fits) {
      throw RpcException.invalidParams("'result.%s' must be %s".formatted(member, expected));
    }
  }
}
