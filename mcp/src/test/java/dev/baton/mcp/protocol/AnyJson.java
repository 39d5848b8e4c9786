package dev.baton.mcp.protocol;

import static dev.baton.property.Values.texts;

import dev.baton.property.Generator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON of any kind, with some liking for what the protocol knows. */
public final class AnyJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private AnyJson() {}

  /** Any value, not very deep. */
  public static Generator<JsonNode> values() {
    return values(3);
  }

  private static Generator<JsonNode> values(int depth) {
    var leaves = leaves();
    if (depth == 0) {
      return leaves;
    }
    var inner = values(depth - 1);
    Generator<JsonNode> arrays = inner.list(0, 3).map(AnyJson::array);
    Generator<JsonNode> objects = Generator.maps(names(), inner, 4).map(AnyJson::object);
    return Generator.oneOf(leaves, leaves, leaves, arrays, objects, objects);
  }

  private static Generator<JsonNode> leaves() {
    return Generator.oneOf(
        Generator.of(
            NODES.nullNode(),
            NODES.booleanNode(true),
            NODES.numberNode(0),
            NODES.numberNode(-1),
            NODES.numberNode(new BigDecimal("1e9999")),
            NODES.numberNode(new BigDecimal("1.5")),
            NODES.numberNode(new BigInteger("123456789012345678901234567890")),
            NODES.stringNode(""),
            NODES.stringNode("name"),
            NODES.stringNode("2026-07-28"),
            NODES.stringNode("accept")),
        texts(0, 8).map(NODES::stringNode));
  }

  private static Generator<String> names() {
    return Generator.oneOf(
        Generator.of(
            "name",
            "uri",
            "arguments",
            "cursor",
            "taskId",
            "task",
            "ttl",
            "ref",
            "type",
            "argument",
            "value",
            "level",
            "_meta",
            "progressToken",
            "inputResponses",
            "requestState",
            "notifications",
            "result",
            "protocolVersion",
            "capabilities",
            "clientInfo",
            "context",
            "text",
            "first",
            "second"),
        texts(0, 5));
  }

  private static JsonNode array(List<JsonNode> items) {
    var array = Json.array();
    items.forEach(array::add);
    return array;
  }

  /** An object of these members. */
  public static ObjectNode object(Map<String, JsonNode> members) {
    var object = Json.object();
    members.forEach(object::set);
    return object;
  }

  /** Objects whose members are any JSON. */
  public static Generator<ObjectNode> objects() {
    return Generator.maps(names(), values(2), 6).map(AnyJson::object);
  }
}
