package dev.baton.app.agents;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What an agent sent to its model.
 *
 * @param model the name of the model that is to answer
 * @param tools names of the tools that the model may use
 * @param history what was said so far, and what tools answered
 */
record ModelRequest(String model, JsonNode body, List<String> tools, List<Said> history) {
  private static final Pattern DIRECTORY =
      Pattern.compile(
          "(?:working directory|working in the directory|workspace directories|<cwd>)[^/]{0,40}(/[^\\s<\"'\\\\)`]+)",
          Pattern.CASE_INSENSITIVE);

  /** A part of the history. */
  record Said(Who who, String text) {}

  /** Who said it. */
  enum Who {
    USER,
    MODEL,
    TOOL
  }

  ModelRequest {
    tools = List.copyOf(tools);
    history = List.copyOf(history);
  }

  /** True if the model is told this text anywhere. */
  boolean mentions(String text) {
    return body.toString().contains(text);
  }

  boolean hasTool(String name) {
    return tools.contains(name);
  }

  /** The full name of a tool of our server, of which a model may be told the name alone. */
  Optional<String> findTool(String name) {
    return tools.stream().filter(known -> known.endsWith(name)).findFirst().or(() -> told(name));
  }

  private Optional<String> told(String name) {
    if (hasTool("tool_search")) {
      // why: this model looks tools up by words, and finds them in a group for each server
      return Optional.of("mcp__baton." + name);
    }
    var found = Pattern.compile("mcp__baton__+" + Pattern.quote(name)).matcher(body.toString());
    return found.find() ? Optional.of(found.group()) : Optional.empty();
  }

  /** What tools answered, in their order. */
  List<String> answers() {
    return history.stream().filter(said -> said.who() == Who.TOOL).map(Said::text).toList();
  }

  /** How often the model has used a tool, as it said itself. */
  long count(String tool) {
    return history.stream()
        .filter(said -> said.who() == Who.MODEL && said.text().equals("I use " + tool))
        .count();
  }

  /** The last value of a field in what tools answered. */
  String answered(String field) {
    return Pattern.compile("\"%s\"\\s*:\\s*\"([^\"]+)\"".formatted(field))
        .matcher(String.join("\n", answers()))
        .results()
        .reduce((_, last) -> last)
        .map(found -> found.group(1))
        .orElseThrow(() -> new IllegalStateException("No tool answered with " + field));
  }

  /** A path of the workspace, as agents want it: absolute. */
  String absolute(String path) {
    if (path.startsWith("/")) {
      return path;
    }
    var found = DIRECTORY.matcher(body.toString());
    return found.find() ? found.group(1).replaceFirst("[.,]$", "") + "/" + path : path;
  }
}
