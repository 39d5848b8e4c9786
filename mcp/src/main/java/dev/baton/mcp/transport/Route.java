package dev.baton.mcp.transport;

import dev.baton.task.TaskOwner;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Something beside MCP, at a path of its own, for who has a token.
 *
 * @param method such as {@code GET}
 * @param path in which {@code {name}} stands for the text between two slashes
 */
public record Route(String method, String path, Handler handler) {
  /** What somebody asks for. */
  public record Request(TaskOwner owner, Map<String, String> variables, String body) {}

  /** What comes back. */
  public record Response(int status, String contentType, String body) {
    public static Response json(int status, JsonNode json) {
      return new Response(status, "application/json", json.toString());
    }
  }

  /** Answers; what it throws becomes status 500. */
  @FunctionalInterface
  public interface Handler {
    Response handle(Request request) throws Exception;
  }

  /** Something to read. */
  public static Route page(String path, String contentType, Supplier<String> content) {
    return new Route("GET", path, request -> new Response(200, contentType, content.get()));
  }

  /** The variables in a path of this shape; empty if it has another. */
  Optional<Map<String, String>> match(String asked) {
    var ours = path.split("/", -1);
    var theirs = asked.split("/", -1);
    if (ours.length != theirs.length) {
      return Optional.empty();
    }
    var variables = new LinkedHashMap<String, String>();
    for (var i = 0; i < ours.length; i++) {
      if (ours[i].startsWith("{")) {
        variables.put(ours[i].substring(1, ours[i].length() - 1), theirs[i]);
      } else if (!ours[i].equals(theirs[i])) {
        return Optional.empty();
      }
    }
    return Optional.of(variables);
  }
}
