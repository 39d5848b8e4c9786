package dev.baton.workflow.run;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON that the records of a run are made of. */
final class RunJson {
  private RunJson() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static JsonNode none() {
    return JsonNodeFactory.instance.nullNode();
  }

  /** Another object with the same values in it. */
  static ObjectNode shallowCopy(ObjectNode json) {
    return object().setAll(json);
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
