package dev.baton.mcp.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The one JSON mapper of the wire, and short names for making nodes. */
public final class Json implements WireMapper {
  /** Deeper messages are refused. */
  public static final int MAX_DEPTH = 128;

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  public static ArrayNode strings(Collection<String> values) {
    var array = array();
    values.forEach(array::add);
    return array;
  }

  /** Reads a JSON object that the program itself wrote, such as a schema in a text block. */
  public static ObjectNode parseObject(String json) {
    if (JsonTree.read(json) instanceof ObjectNode object) {
      return object;
    }
    throw new IllegalArgumentException("Not a JSON object: " + json);
  }

  /**
   * The JSON as UTF-8. A string that is no Unicode text, which a client can send with an escape, is
   * written with replacements instead of not at all.
   */
  public static byte[] bytes(JsonNode json) {
    try {
      return JsonTree.write(json);
    } catch (JacksonException e) {
      return json.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  public static String pretty(JsonNode json) {
    return json.toPrettyString();
  }
}
