package dev.baton.adapter.sdk;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Between the SDK's types and JSON. The SDK's own mapper writes and reads them, so that a step sees
 * of a tool what a client would, and a tool of a step what it would see of a client.
 */
final class SdkJson {
  private static final TypeRef<Map<String, Object>> MAP = new TypeRef<>() {};
  // why: a number keeps the digits that the server wrote
  private static final JsonMapper TREES =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private SdkJson() {}

  private static McpJsonMapper sdk() {
    return McpJsonDefaults.getMapper();
  }

  /** What goes over the wire for this. */
  static JsonNode tree(Object value) {
    return TREES.readTree(text(value));
  }

  static ObjectNode object(Object value) {
    if (tree(value) instanceof ObjectNode object) {
      return object;
    }
    throw new IllegalArgumentException("Not a JSON object: " + value);
  }

  static String text(Object value) {
    try {
      return sdk().writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the SDK reads from the wire for this. */
  static Map<String, Object> map(ObjectNode value) {
    try {
      return sdk().readValue(value.toString(), MAP);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
