package dev.baton.mcp.tool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Finds the {@code x-mcp-header} annotations of an input schema, and what is wrong with them. */
final class HeaderParameters {
  private static final String KEYWORD = "x-mcp-header";
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

  /** Keywords whose values are data, in which an annotation would mean nothing. */
  private static final Set<String> DATA = Set.of("const", "enum", "default", "examples");

  private final List<String> problems;
  private final List<HeaderParameter> found = new ArrayList<>();
  private final Map<String, String> pathByName = new HashMap<>();

  private HeaderParameters(List<String> problems) {
    this.problems = problems;
  }

  static List<HeaderParameter> find(JsonNode schema, List<String> problems) {
    var search = new HeaderParameters(problems);
    search.below(schema, List.of(), true);
    return List.copyOf(search.found);
  }

  private void below(JsonNode schema, List<String> path, boolean reachable) {
    for (var keyword : schema.properties()) {
      if (keyword.getKey().equals("properties")) {
        for (var property : keyword.getValue().properties()) {
          schema(property.getValue(), append(path, property.getKey()), reachable);
        }
      } else if (!DATA.contains(keyword.getKey())) {
        elsewhere(keyword.getValue(), append(path, keyword.getKey()));
      }
    }
  }

  private void elsewhere(JsonNode node, List<String> path) {
    if (node.isArray()) {
      node.forEach(item -> schema(item, path, false));
    } else {
      schema(node, path, false);
    }
  }

  private void schema(JsonNode schema, List<String> path, boolean reachable) {
    if (schema.has(KEYWORD)) {
      annotation(schema, path, reachable);
    }
    below(schema, path, reachable);
  }

  private void annotation(JsonNode schema, List<String> path, boolean reachable) {
    var name = schema.path(KEYWORD).isString() ? schema.path(KEYWORD).asString() : "";
    var type = schema.path("type").asString("");
    var where = String.join(".", path);
    var before = problems.size();
    if (!TOKEN.matcher(name).matches()) {
      problems.add("%s of '%s' must be an HTTP token, is '%s'".formatted(KEYWORD, where, name));
    }
    if (!TYPES.contains(type)) {
      problems.add(
          "%s of '%s' needs type string, integer or boolean, is '%s'"
              .formatted(KEYWORD, where, type));
    }
    if (!reachable) {
      problems.add(
          "%s of '%s' cannot be reached through properties alone".formatted(KEYWORD, where));
    }
    var other = pathByName.putIfAbsent(name.toLowerCase(Locale.ROOT), where);
    if (other != null) {
      problems.add(
          "%s '%s' of '%s' is taken by '%s'; case does not count"
              .formatted(KEYWORD, name, where, other));
    }
    if (problems.size() == before) {
      found.add(new HeaderParameter(name, path, type));
    }
  }

  private static List<String> append(List<String> path, String name) {
    var longer = new ArrayList<>(path);
    longer.add(name);
    return longer;
  }
}
