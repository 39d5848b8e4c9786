package dev.baton.app.verb;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lets people name a thing by its name, or by how its id begins. */
final class References {
  private static final Pattern ID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
  private static final int MOST_ITEMS = 200;

  /** Something that can be meant; what has no name has an empty one. */
  private record Candidate(String id, String name) {
    boolean isMeantBy(String text) {
      return name.equals(text) || id.startsWith(text);
    }
  }

  private final Caller caller;

  References(Caller caller) {
    this.caller = caller;
  }

  /** Replaces whatever is no id by the id that is meant, wherever it stands. */
  void resolve(JsonNode part) throws IOException, InterruptedException {
    if (part instanceof ObjectNode object) {
      for (var field : List.of("project_id", "repo_id", "task_id", "attempt_id")) {
        var text = object.path(field).asString("");
        if (!text.isEmpty() && !ID.matcher(text).matches()) {
          object.put(field, id(field, text));
        }
      }
    }
    for (var inner : part) {
      resolve(inner);
    }
  }

  private String id(String field, String text) throws IOException, InterruptedException {
    var what = field.substring(0, field.indexOf('_'));
    var all = candidates(field);
    var named = all.stream().filter(it -> it.name().equals(text)).toList();
    var meant = named.isEmpty() ? all.stream().filter(it -> it.isMeantBy(text)).toList() : named;
    if (meant.size() == 1) {
      return meant.getFirst().id();
    }
    throw new FailedException(
        meant.isEmpty()
            ? new ToolFailure(
                FailureCode.NOT_FOUND,
                "There is no %s '%s'".formatted(what, text),
                "Give its id, or how its id begins, from %s".formatted(list(field)))
            : new ToolFailure(
                FailureCode.AMBIGUOUS_TARGET,
                "'%s' can mean %d different things of kind %s".formatted(text, meant.size(), what),
                "Give the whole id, from %s".formatted(list(field))));
  }

  private static String list(String field) {
    return switch (field) {
      case "project_id" -> "list_projects";
      case "repo_id" -> "list_repos";
      case "task_id" -> "list_tasks";
      default -> "list_task_attempts";
    };
  }

  private List<Candidate> candidates(String field) throws IOException, InterruptedException {
    var found = new ArrayList<Candidate>();
    for (var project : all("list_projects", "projects", Json.object())) {
      var inside = Json.object().put("project_id", project.path("project_id").asString(""));
      switch (field) {
        case "project_id" -> found.add(candidate(project, "project_id", "name"));
        case "repo_id" ->
            caller
                .call("list_repos", inside)
                .path("repos")
                .forEach(repo -> found.add(candidate(repo, "repo_id", "repo_name")));
        case "task_id" ->
            all("list_tasks", "tasks", inside).forEach(it -> found.add(candidate(it, field, "")));
        default ->
            all("list_tasks", "tasks", inside)
                .forEach(it -> found.add(candidate(it, "latest_attempt_id", "")));
      }
    }
    return found;
  }

  private static Candidate candidate(JsonNode item, String id, String name) {
    return new Candidate(item.path(id).asString(""), item.path(name).asString(""));
  }

  private List<JsonNode> all(String operation, String items, ObjectNode arguments)
      throws IOException, InterruptedException {
    var found = new ArrayList<JsonNode>();
    var query = arguments.deepCopy().put("limit", MOST_ITEMS);
    while (true) {
      var page = caller.call(operation, query);
      page.path(items).forEach(found::add);
      var next = page.path("next_cursor");
      if (!next.isString()) {
        return found;
      }
      query.set("cursor", next);
    }
  }
}
