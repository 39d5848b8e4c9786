package dev.baton.adapter.sdk;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The tools of a notebook, as anybody would write them with the SDK. */
public final class NotebookTools {
  private NotebookTools() {}

  /** What a tool answers as data: a plain class, which the SDK writes as JSON. */
  public record Project(String name, double size) {}

  /**
   * All of them.
   *
   * @param remove takes a tool out of the server
   */
  public static List<SyncToolSpecification> all(Consumer<String> remove) {
    return List.of(
        tool("normalize_project", "Cleans up a project's name. Never changes a file.")
            .takes("'input': {'type': 'string'}", "'input'")
            .gives(
                "{'type': 'object', 'required': ['name'], 'properties': {'name': {'type': 'string'}}}")
            .does((exchange, request) -> data(new Project(text(request, "input").strip(), 1.50))),
        tool("build_content", "Writes the text of a note")
            .takes(
                "'task': {'type': 'string'}, 'project': {'type': 'string'}, 'priority': {'type': 'integer', 'maximum': 5}",
                "'task', 'project'")
            .does(
                (exchange, request) ->
                    says(
                        "TODO %s [[%s]]"
                            .formatted(text(request, "task"), text(request, "project")))),
        tool("add_content", "Adds text to a page")
            .takes("'date': {'type': 'string'}, 'content': {}", "'content'")
            .does((exchange, request) -> add(request)),
        tool("purge", "Empties a project")
            .takes("'project': {'type': 'string'}", "'project'")
            .hints(ToolAnnotations.builder().destructiveHint(true).build())
            .does((exchange, request) -> says("purged")),
        tool("wait_for_ever", "Waits").does((exchange, request) -> waitForEver()),
        tool("refuse", "Refuses every call")
            .does(
                (exchange, request) -> {
                  throw McpError.builder(ErrorCodes.INVALID_PARAMS).message("not today").build();
                }),
        tool("fall_over", "Has a bug")
            .does(
                (exchange, request) -> {
                  throw new IllegalStateException("the ink is out");
                }),
        tool("lie", "Answers with what its schema rules out")
            .gives("{'type': 'object', 'properties': {'name': {'type': 'string'}}}")
            .does((exchange, request) -> data(Map.of("name", 7))),
        tool("forget", "Answers without the data that its schema promises")
            .gives("{'type': 'object'}")
            .does((exchange, request) -> says("nothing")),
        tool("about", "Says who calls and what runs here")
            .does((exchange, request) -> data(about(exchange))),
        tool("retire", "Takes a tool out of the server")
            .takes("'tool': {'type': 'string'}", "'tool'")
            .does(
                (exchange, request) -> {
                  remove.accept(text(request, "tool"));
                  return says("gone");
                }),
        tool("farewell", "Says goodbye").does((exchange, request) -> says("Goodbye")));
  }

  private static CallToolResult add(CallToolRequest request) {
    return request.arguments().get("date") instanceof String date && date.equals("never")
        ? CallToolResult.builder().addTextContent("There is no such day").isError(true).build()
        : says("added at " + request.arguments().getOrDefault("date", "today"));
  }

  private static CallToolResult waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return says("woken");
  }

  private static Map<String, Object> about(McpSyncServerExchange exchange) {
    var facts = new LinkedHashMap<String, Object>();
    facts.put("caller", exchange.getClientInfo().name());
    facts.put("java", Runtime.version().feature());
    facts.put("sdk", origin(McpError.class));
    return facts;
  }

  private static String origin(Class<?> type) {
    var place = type.getProtectionDomain().getCodeSource().getLocation().getPath();
    return Path.of(place).getFileName().toString();
  }

  private static String text(CallToolRequest request, String name) {
    return String.valueOf(request.arguments().get(name));
  }

  private static CallToolResult says(String text) {
    return CallToolResult.builder().addTextContent(text).build();
  }

  private static CallToolResult data(Object value) {
    return CallToolResult.builder().content(List.of()).structuredContent(value).build();
  }

  private static Draft tool(String name, String description) {
    return new Draft(name, description);
  }

  private static final class Draft {
    private final Tool.Builder tool;
    private final String name;
    private String input = "{'type': 'object'}";

    Draft(String name, String description) {
      this.name = name;
      this.tool = Tool.builder(name, Map.of()).description(description);
    }

    Draft takes(String properties, String required) {
      input =
          "{'type': 'object', 'properties': {%s}, 'required': [%s], 'additionalProperties': false}"
              .formatted(properties, required);
      return this;
    }

    Draft gives(String schema) {
      tool.outputSchema(McpJsonDefaults.getMapper(), schema.replace('\'', '"'));
      return this;
    }

    Draft hints(ToolAnnotations hints) {
      tool.annotations(hints);
      return this;
    }

    SyncToolSpecification does(
        BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
      tool.name(name).inputSchema(McpJsonDefaults.getMapper(), input.replace('\'', '"'));
      return SyncToolSpecification.builder().tool(tool.build()).callHandler(handler).build();
    }
  }
}
