package dev.baton.mcp.server;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.McpHeader;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolHandler;
import dev.baton.mcp.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The tools of a {@link TestServer}: each behaviour once as a call and once as a task. */
final class TestTools {
  private static final ObjectNode ANYTHING = Json.parseObject("{\"type\": \"object\"}");
  private static final ObjectNode NAME_FORM = form("name");
  private static final ObjectNode COLOUR_FORM = form("colour");

  record Route(
      @Description("Region") @McpHeader("Region") Optional<String> region,
      @Description("Zone") @McpHeader("Zone") Optional<Long> zone,
      @Description("Dry run") @McpHeader("Dry") Optional<Boolean> dry) {}

  record Add(@Description("First number") int first, @Description("Second number") int second) {}

  record Sum(@Description("The sum") int sum) {}

  private final Gate gate;
  private final CompletableFuture<RequestContext> leaked;
  private final List<Tool<?, ?>> tools = new ArrayList<>();

  private TestTools(Gate gate, CompletableFuture<RequestContext> leaked) {
    this.gate = gate;
    this.leaked = leaked;
  }

  static List<Tool<?, ?>> all(Gate gate, CompletableFuture<RequestContext> leaked) {
    var all = new TestTools(gate, leaked);
    all.simple();
    all.talking();
    all.special();
    return all.tools;
  }

  private void simple() {
    both("echo", (in, context) -> ToolResult.text(in.path("text").asString("")));
    both(
        "fail",
        (in, context) -> {
          throw new ToolFailure(FailureCode.NOT_FOUND, "There is no such thing", "Look elsewhere");
        });
    both(
        "crash",
        (in, context) -> {
          throw new IllegalStateException("secret detail");
        });
    both(
        "refuse",
        (in, context) -> {
          throw new RpcException(-31999, "boom", Json.object().put("why", "test"));
        });
    both(
        "wait",
        (in, context) -> {
          gate.pass();
          return ToolResult.text("waited");
        });
    both(
        "leak",
        (in, context) -> {
          leaked.complete(context);
          return ToolResult.text("leaked");
        });
  }

  private void talking() {
    both("ask", (in, context) -> ToolResult.text("Hello, " + name(context) + "!"));
    both(
        "ask_both",
        (in, context) -> {
          var answers =
              context.ask(
                  new InputRequest.Elicit("name", "Your name?", NAME_FORM),
                  new InputRequest.Elicit("colour", "Your colour?", COLOUR_FORM));
          return ToolResult.text(
              answers.accepted("name").map(a -> a.path("name").asString("")).orElse("nobody")
                  + " likes "
                  + answers.accepted("colour").map(a -> a.path("colour").asString("")).orElse("?"));
        });
    both(
        "ask_twice",
        (in, context) -> {
          var name = name(context);
          var colour = context.ask(new InputRequest.Elicit("colour", "Your colour?", COLOUR_FORM));
          return ToolResult.text(
              name + " likes " + colour.accepted("colour").orElseThrow().path("colour").asString());
        });
    both(
        "sample",
        (in, context) -> {
          var params = Json.parseObject("{\"messages\": [], \"maxTokens\": 10}");
          var answer = context.ask(new InputRequest.Sample("thought", params)).answer("thought");
          return ToolResult.text(answer.path("content").path("text").asString(""));
        });
    both(
        "log",
        (in, context) -> {
          for (var level : LogLevel.values()) {
            context.log(level, "test", JsonNodeFactory.instance.stringNode(level.wireName()));
          }
          return ToolResult.text("logged");
        });
    both(
        "progress",
        (in, context) -> {
          for (var done : new double[] {0, 0.5, 0.5, 0.25, 1}) {
            context.progress(done, 1, "at " + done);
          }
          return ToolResult.text("done");
        });
  }

  private void special() {
    tools.add(echo("echo_forbidden", TaskSupport.FORBIDDEN));
    tools.add(echo("echo_required", TaskSupport.REQUIRED));
    tools.add(
        Tool.withSchema("prepared", ANYTHING)
            .description("Asks before it becomes a task")
            .taskSupport(TaskSupport.REQUIRED)
            .beforeTask(TestTools::name)
            .handler((in, context) -> ToolResult.text("Hello, " + name(context) + "!")));
    tools.add(
        Tool.withSchema("restartable_ask", ANYTHING)
            .description("Asks, and may be restarted")
            .taskSupport(TaskSupport.PREFERRED)
            .restartable()
            .handler((in, context) -> ToolResult.text("Hello, " + name(context) + "!")));
    tools.add(
        Tool.withSchema("restartable_wait", ANYTHING)
            .description("Waits, and may be restarted")
            .taskSupport(TaskSupport.PREFERRED)
            .restartable()
            .handler(
                (in, context) -> {
                  gate.pass();
                  return ToolResult.text("waited " + in.path("text").asString(""));
                }));
    tools.add(
        Tool.named("route", Route.class)
            .description("Has arguments that headers repeat")
            .handler((in, context) -> ToolResult.text(in.region().orElse("nowhere"))));
    tools.add(
        Tool.named("add", Add.class, Sum.class)
            .description("Adds two numbers")
            .handler((in, context) -> new Sum(in.first() + in.second())));
  }

  private void both(String name, ToolHandler<ObjectNode, ToolResult> handler) {
    tools.add(tool(name, TaskSupport.ON_REQUEST, handler));
    tools.add(tool(name + "_task", TaskSupport.PREFERRED, handler));
  }

  private static Tool<?, ?> echo(String name, TaskSupport support) {
    return tool(name, support, (in, context) -> ToolResult.text(in.path("text").asString("")));
  }

  private static Tool<?, ?> tool(
      String name, TaskSupport support, ToolHandler<ObjectNode, ToolResult> handler) {
    return Tool.withSchema(name, ANYTHING)
        .description("Test tool " + name)
        .taskSupport(support)
        .handler(handler);
  }

  static String name(RequestContext context) {
    return context
        .ask(new InputRequest.Elicit("name", "Your name?", NAME_FORM))
        .accepted("name")
        .map(answer -> answer.path("name").asString(""))
        .orElse("nobody");
  }

  private static ObjectNode form(String field) {
    return Json.parseObject(
        """
        {"type": "object", "properties": {"%1$s": {"type": "string"}}, "required": ["%1$s"]}\
        """
            .formatted(field));
  }
}
