package dev.baton.workflow.internal.run;

import dev.baton.workflow.reference.FieldPath;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What a path leads to.
 *
 * @param explanation where the way ends, if it leads nowhere
 */
record FieldLookup(Optional<JsonNode> value, String explanation) {
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final int MOST_NAMES = 12;

  static FieldLookup find(JsonNode start, FieldPath path) {
    var here = start;
    var way = "";
    for (var segment : path.segments()) {
      var next =
          here.isArray() && INDEX.matcher(segment).matches()
              ? here.get(Integer.parseInt(segment))
              : here.get(segment);
      if (next == null) {
        return new FieldLookup(
            Optional.empty(), (way.isEmpty() ? "it" : "'" + way + "'") + explain(here));
      }
      here = next;
      way = way.isEmpty() ? segment : way + "." + segment;
    }
    return new FieldLookup(Optional.of(here), "");
  }

  private static String explain(JsonNode here) {
    if (here.isArray()) {
      return " is an array of " + here.size();
    }
    if (here.isObject()) {
      var names = here.propertyNames().stream().limit(MOST_NAMES).toList();
      return names.isEmpty() ? " is an empty object" : " has: " + String.join(", ", names);
    }
    return " is no object";
  }
}
