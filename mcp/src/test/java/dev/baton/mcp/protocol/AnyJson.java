package dev.baton.mcp.protocol;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON of any kind, with some liking for what the protocol knows. */
public final class AnyJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private AnyJson() {}

  /** Any value, not very deep. */
  public static Arbitrary<JsonNode> values() {
    return values(3);
  }

  private static Arbitrary<JsonNode> values(int depth) {
    var leaves = leaves();
    if (depth == 0) {
      return leaves;
    }
    var inner = values(depth - 1);
    Arbitrary<JsonNode> arrays = inner.list().ofMaxSize(3).map(AnyJson::array);
    Arbitrary<JsonNode> objects =
        Arbitraries.maps(names(), inner).ofMaxSize(4).map(AnyJson::object);
    return Arbitraries.frequencyOf(Tuple.of(3, leaves), Tuple.of(1, arrays), Tuple.of(2, objects));
  }

  private static Arbitrary<JsonNode> leaves() {
    return Arbitraries.oneOf(
        Arbitraries.of(
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
        Arbitraries.strings().ofMaxLength(8).map(NODES::stringNode));
  }

  private static Arbitrary<String> names() {
    return Arbitraries.oneOf(
        Arbitraries.of(
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
        Arbitraries.strings().ofMaxLength(5));
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
  public static Arbitrary<ObjectNode> objects() {
    return Arbitraries.maps(names(), values(2)).ofMaxSize(6).map(AnyJson::object);
  }
}
