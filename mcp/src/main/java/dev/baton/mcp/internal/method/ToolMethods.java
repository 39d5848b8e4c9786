package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.ClientQuestions;
import dev.baton.mcp.internal.call.HandlerContext;
import dev.baton.mcp.internal.call.Pages;
import dev.baton.mcp.internal.call.Registry;
import dev.baton.mcp.internal.task.SlowCalls;
import dev.baton.mcp.internal.task.Tasks;
import dev.baton.mcp.internal.task.ToolCallTasks;
import dev.baton.mcp.internal.task.ToolCalls;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.tool.Tool;
import dev.baton.task.TaskOwner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** {@code tools/list} and {@code tools/call}. */
public final class ToolMethods {
  private final Registry<Tool<?, ?>> tools;
  private final ToolCalls calls;
  private final ClientQuestions questions;
  private final Tasks tasks;
  private final ToolCallTasks toolCallTasks;
  private final SlowCalls slowCalls;

  public ToolMethods(
      Registry<Tool<?, ?>> tools,
      ToolCalls calls,
      ClientQuestions questions,
      Tasks tasks,
      ToolCallTasks toolCallTasks,
      SlowCalls slowCalls) {
    this.tools = tools;
    this.calls = calls;
    this.questions = questions;
    this.tasks = tasks;
    this.toolCallTasks = toolCallTasks;
    this.slowCalls = slowCalls;
  }

  /** All tools in one page, because clients that do not page would lose the rest. */
  ObjectNode list(Call call) {
    if (Pages.cursor(call.params()).isPresent()) {
      throw Pages.unknownCursor(call.params());
    }
    var result = Json.object();
    var array = result.putArray("tools");
    listedFor(call.owner()).forEach(tool -> array.add(call.era().describe(tool)));
    return result;
  }

  ObjectNode call(Call call) throws Exception {
    var tool = load(call.requiredString("name"), call.owner());
    var arguments = arguments(call.params());
    call.era().checkHeaders(tool, arguments, call.headers());
    var context = new HandlerContext(call, questions.answers(call));
    return switch (call.era().callMode(tool, call.params(), call.client())) {
      case AT_ONCE -> calls.call(tool, arguments, context).toJson();
      case AS_TASK_IF_SLOW -> slowCalls.call(tool, arguments, call, context);
      case AS_TASK_IF_POSSIBLE -> {
        tool.beforeTask().ifPresent(questions -> questions.accept(context));
        var task = toolCallTasks.startIfPossible(tool, arguments, call, context);
        yield task.isPresent()
            ? call.era().taskCreated(task.get())
            : calls.call(tool, arguments, context).toJson();
      }
      case AS_TASK -> {
        var timeToLive = tasks.timeToLive(call.era().wishedTimeToLive(call.params()));
        tool.beforeTask().ifPresent(questions -> questions.accept(context));
        yield call.era()
            .taskCreated(toolCallTasks.start(tool, arguments, call, context, timeToLive));
      }
    };
  }

  boolean knows(String name) {
    return tools.find(name).isPresent();
  }

  private Stream<Tool<?, ?>> listedFor(TaskOwner caller) {
    return tools.all().stream().filter(tool -> tool.isListedFor(caller));
  }

  private Tool<?, ?> load(String name, TaskOwner caller) {
    return tools
        .find(name)
        .filter(tool -> tool.isVisibleTo(caller))
        .orElseThrow(
            () ->
                RpcException.invalidParams(
                    "Unknown tool '%s'; there are: %s"
                        .formatted(
                            name,
                            listedFor(caller).map(Tool::name).collect(Collectors.joining(", ")))));
  }

  private static ObjectNode arguments(ObjectNode params) {
    var arguments = params.path("arguments");
    if (arguments.isMissingNode() || arguments.isNull()) {
      return Json.object();
    }
    if (arguments instanceof ObjectNode object) {
      return object;
    }
    throw RpcException.invalidParams("'arguments' must be an object");
  }
}
