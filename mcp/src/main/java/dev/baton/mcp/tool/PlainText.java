package dev.baton.mcp.tool;

import dev.baton.internal.schema.SchemaCheck;
import dev.baton.internal.schema.SchemaProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Finds characters that a JSON text may hold, but no database and no argument of a program. */
record PlainText(SchemaCheck check) {
  /** A caller reads no more than this. */
  private static final int MOST_PROBLEMS = 20;

  List<SchemaProblem> problems(JsonNode value) {
    var problems = new ArrayList<SchemaProblem>();
    collect(value, JsonPointer.empty(), problems);
    return problems;
  }

  private void collect(JsonNode value, JsonPointer path, List<SchemaProblem> problems) {
    if (problems.size() == MOST_PROBLEMS) {
      return;
    }
    if (value.isString()) {
      defect(value.stringValue())
          .ifPresent(defect -> problems.add(check.wrong(path.toString(), defect)));
    } else if (value.isArray()) {
      for (int place = 0; place < value.size(); place++) {
        collect(value.path(place), path.appendIndex(place), problems);
      }
    } else {
      value.forEachEntry((name, field) -> collect(field, path.appendProperty(name), problems));
    }
  }

  private static Optional<String> defect(String text) {
    if (text.indexOf(0) >= 0) {
      return Optional.of("has the character NUL");
    }
    // why: code points of whole pairs are not in this range
    return text.codePoints().anyMatch(point -> point >= 0xD800 && point <= 0xDFFF)
        ? Optional.of("has half of a surrogate pair, which is no character")
        : Optional.empty();
  }
}
