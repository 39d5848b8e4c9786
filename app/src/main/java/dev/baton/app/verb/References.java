package dev.baton.app.verb;

import dev.baton.app.verb.view.CellText;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lets people name a thing by its name, or by how its id begins or ends. */
final class References {
  /** The server names no more than these. */
  private static final int MOST_CANDIDATES = 10;

  /** The operation that finds ids. */
  static final String FINDER = "find_ids";

  /** A place beside something else. */
  static final Pattern BESIDE = Pattern.compile("(before|after):(.+)");

  private static final Pattern ID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
  private static final Pattern NUMBERED = Pattern.compile("(.*#)?[0-9]+");
  private static final String END = "_id";
  private static final String PROJECT = "project";
  private static final String IMAGE = "image";
  private static final String TASK = "task";

  /** What is meant by a field, and which operation lists such things. */
  private static final Map<String, String> LISTS = lists();

  private static Map<String, String> lists() {
    var lists = new LinkedHashMap<String, String>();
    lists.put(PROJECT, "list_projects");
    lists.put("repo", "list_repos");
    lists.put(TASK, "list_tasks");
    lists.put("attempt", "list_task_attempts");
    lists.put("session", "get_attempt_status");
    lists.put("approval", "list_approvals");
    lists.put("process", "get_attempt_status");
    lists.put(IMAGE, "get_task");
    lists.put("comment", "list_comments");
    lists.put("queued", "get_attempt_status");
    return lists;
  }

  /** What workflows call so is mostly something else. */
  private static final Set<String> OF_THE_BOARD_ONLY = Set.of(IMAGE, "comment", "queued");

  private final OperationCaller caller;

  References(OperationCaller caller) {
    this.caller = caller;
  }

  /**
   * Replaces whatever is no id by the id that is meant, wherever it stands.
   *
   * @throws FailedException if it means nothing, or several things
   */
  void resolve(JsonNode part) throws IOException, InterruptedException {
    if (part instanceof ObjectNode object) {
      for (var kind : LISTS.keySet()) {
        for (var field : List.of(kind + END, "execution_" + kind + END)) {
          var text = object.path(field).asString("");
          if (isNoId(text)) {
            object.put(field, load(kind, text));
          }
        }
      }
      if (object.path("blocked_by") instanceof ArrayNode blockers) {
        resolveTasks(blockers);
      }
    }
    for (var inner : part) {
      resolve(inner);
    }
  }

  private void resolveTasks(ArrayNode tasks) throws IOException, InterruptedException {
    for (int place = 0; place < tasks.size(); place++) {
      var text = tasks.path(place).asString("");
      // why: the server looks for a number alone in the project of the task that waits
      if (isNoId(text) && !NUMBERED.matcher(text).matches()) {
        tasks.set(place, load(TASK, text));
      }
    }
  }

  private String load(String kind, String text) throws IOException, InterruptedException {
    return find(kind, text).orElseThrow(() -> new FailedException(nothing(kind, text)));
  }

  /** The image that is meant; fails if it can be several. */
  Optional<String> findImage(String text) throws IOException, InterruptedException {
    return find(IMAGE, text);
  }

  /**
   * The same for the arguments of a workflow, which may mean something else by such a name; only a
   * project is always one of the board.
   */
  void resolveKnown(ObjectNode arguments) throws IOException, InterruptedException {
    for (var kind : LISTS.keySet()) {
      var text = arguments.path(kind + END).asString("");
      if (isNoId(text) && !OF_THE_BOARD_ONLY.contains(kind)) {
        var id = find(kind, text);
        if (id.isEmpty() && kind.equals(PROJECT)) {
          throw new FailedException(nothing(kind, text));
        }
        id.ifPresent(known -> arguments.put(kind + END, known));
      }
    }
  }

  private static boolean isNoId(String text) {
    return !text.isEmpty() && !isId(text);
  }

  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** Whether it is the number of a task, without its project. */
  static boolean isNumber(String text) {
    return text.matches("#?[0-9]+");
  }

  /** Fails if it can mean several things. */
  private Optional<String> find(String kind, String text) throws IOException, InterruptedException {
    var found = caller.call(FINDER, Json.object().put("kind", kind).put("text", text)).path("ids");
    return switch (found.size()) {
      case 0 -> Optional.empty();
      case 1 -> found.path(0).path("id").asStringOpt();
      default -> throw new FailedException(several(kind, text, found));
    };
  }

  private static ToolFailure nothing(String kind, String text) {
    return new ToolFailure(
        FailureCode.NOT_FOUND,
        "There is no %s '%s'".formatted(kind, text),
        "Give its id, or how its id begins or ends, from %s".formatted(LISTS.get(kind)));
  }

  private static ToolFailure several(String kind, String text, JsonNode found) {
    var candidates = found.valueStream().map(References::words).toList();
    return new ToolFailure(
        FailureCode.AMBIGUOUS_TARGET,
        "'%s' can mean %s%d different things of kind %s: %s"
            .formatted(
                text,
                candidates.size() < MOST_CANDIDATES ? "" : "at least ",
                candidates.size(),
                kind,
                String.join(", ", candidates)),
        wayOut(kind, text),
        Map.of(
            "candidates",
            found
                .valueStream()
                .map(it -> it.path("id").asString(""))
                .collect(Collectors.toList())));
  }

  private static String wayOut(String kind, String text) {
    if (text.lastIndexOf('#') > 0) {
      return "Several projects are called '%s': give one of these ids, or give one of them another"
              .formatted(text.substring(0, text.lastIndexOf('#')))
          + " name by rename_project";
    }
    return kind.equals(TASK) && isNumber(text)
        ? "Give the project before the number, such as shop#41, or one of these ids"
        : "Give one of these ids, or more of it";
  }

  private static String words(JsonNode candidate) {
    return "%s (%s)"
        .formatted(
            candidate.path("id").asString(""),
            CellText.inOneLine(candidate.path("label").asString("")));
  }
}
