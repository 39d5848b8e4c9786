package dev.baton.workflow.internal.record;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON that the records of a run are made of. */
public final class RunJson {
  private RunJson() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static JsonNode none() {
    return JsonNodeFactory.instance.nullNode();
  }

  /** Another object with the same values in it. */
  public static ObjectNode shallowCopy(ObjectNode json) {
    return object().setAll(json);
  }

  public static JsonNode text(String text) {
    return JsonNodeFactory.instance.stringNode(text);
  }

  /** If both say the same, whatever the order of members and the Java type of numbers. */
  public static boolean isSame(JsonNode one, JsonNode other) {
    return one.equals(
        (left, right) ->
            left.equals(right) || (left.isNumber() && isSameNumber(left, right)) ? 0 : 1,
        other);
  }

  private static boolean isSameNumber(JsonNode one, JsonNode other) {
    return other.isNumber() && one.decimalValue().compareTo(other.decimalValue()) == 0;
  }

  static ArrayNode gaps(String nameKey, String textKey, List<ArgumentGap> gaps) {
    var array = JsonNodeFactory.instance.arrayNode();
    gaps.forEach(gap -> array.addObject().put(nameKey, gap.argument()).put(textKey, gap.reason()));
    return array;
  }

  static List<ArgumentGap> readGaps(String nameKey, String textKey, JsonNode array) {
    return array
        .valueStream()
        .map(gap -> new ArgumentGap(gap.path(nameKey).asString(""), gap.path(textKey).asString("")))
        .toList();
  }
}
