package dev.baton.app.web.workflow;

import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.task.TaskOwner;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The workflows that the server has, and the tools that their steps call. Thread safe. */
public final class WorkflowList {
  static final String TOOL_PREFIX = "run_";

  /**
   * A workflow as clients see it.
   *
   * @param tool that runs it; missing if it is served as a prompt alone
   */
  record Listed(String name, String title, String description, JsonNode tool) {
    private static Listed of(JsonNode prompt, JsonNode tools) {
      var name = prompt.path("name").asString("");
      return new Listed(
          name,
          VisibleText.of(prompt.path("title").asString(name)),
          VisibleText.of(prompt.path("description").asString("")),
          WorkflowList.tool(tools, TOOL_PREFIX + name.replace('-', '_')));
    }

    boolean canRun() {
      return !tool.isMissingNode();
    }

    String toolName() {
      return tool.path("name").asString("");
    }
  }

  private final OwnServer server;

  public WorkflowList(OwnServer server) {
    this.server = server;
  }

  List<Listed> list(TaskOwner owner) {
    var tools = tools(owner);
    return whole(owner, "prompts").valueStream().map(prompt -> Listed.of(prompt, tools)).toList();
  }

  Optional<Listed> find(TaskOwner owner, String name) {
    return list(owner).stream().filter(it -> it.name().equals(name)).findFirst();
  }

  Listed load(TaskOwner owner, String name) {
    return find(owner, name)
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "There is no workflow '%s'".formatted(VisibleText.of(name)),
                    "Its file may have been taken away; the list has those that are there"));
  }

  /** Everything that a step can call. */
  JsonNode tools(TaskOwner owner) {
    return whole(owner, "tools");
  }

  /** A list of the server with all its pages. */
  private JsonNode whole(TaskOwner owner, String what) {
    var all = Json.array();
    var asked = Json.object();
    JsonNode page;
    do {
      page = server.request(owner, what + "/list", asked);
      page.path(what).forEach(all::add);
      asked = Json.object().put("cursor", page.path("nextCursor").asString(""));
    } while (page.has("nextCursor"));
    return all;
  }

  /** What people call a tool. */
  static String title(JsonNode tools, String name) {
    return tool(tools, name)
        .path("title")
        .asStringOpt()
        .map(VisibleText::of)
        .orElseGet(() -> FieldView.words(name));
  }

  static JsonNode tool(JsonNode tools, String name) {
    return tools
        .valueStream()
        .filter(tool -> tool.path("name").asString("").equals(name))
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }
}
