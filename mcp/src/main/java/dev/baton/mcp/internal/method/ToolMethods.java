package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.CallContext;
import dev.baton.mcp.internal.call.ClientQuestions;
import dev.baton.mcp.internal.call.Pages;
import dev.baton.mcp.internal.call.Registry;
import dev.baton.mcp.internal.era.ModernHeaders;
import dev.baton.mcp.internal.task.SlowCalls;
import dev.baton.mcp.internal.task.Tasks;
import dev.baton.mcp.internal.task.ToolCallTasks;
import dev.baton.mcp.internal.task.ToolCalls;
import dev.baton.mcp.internal.task.ToolCalls.CallFilter;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.task.TaskOwner;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** {@code tools/list} and {@code tools/call}. */
public final class ToolMethods {
  private final Registry<Tool<?, ?>> tools;
  private final ToolCalls calls;
  private final ClientQuestions inputs;
  private final Tasks tasks;
  private final ToolCallTasks toolCallTasks;
  private final SlowCalls slowCalls;
  private final ServerObserver observer;

  public ToolMethods(
      Registry<Tool<?, ?>> tools,
      ToolCalls calls,
      ClientQuestions inputs,
      Tasks tasks,
      ToolCallTasks toolCallTasks,
      SlowCalls slowCalls,
      ServerObserver observer) {
    this.tools = tools;
    this.calls = calls;
    this.inputs = inputs;
    this.tasks = tasks;
    this.toolCallTasks = toolCallTasks;
    this.slowCalls = slowCalls;
    this.observer = observer;
  }

  /** All tools in one page, because clients that do not page would lose the rest. */
  ObjectNode list(Call call) {
    if (Pages.cursor(call.params()).isPresent()) {
      throw Pages.unknownCursor(call.params());
    }
    var result = Json.object();
    var array = result.putArray("tools");
    visibleTo(call.owner()).forEach(tool -> array.add(call.era().describe(tool)));
    return result;
  }

  ObjectNode call(Call call) throws Exception {
    var tool = load(call.requiredString("name"), call.owner());
    var arguments = arguments(call.params());
    ModernHeaders.checkParameters(tool, arguments, call.headers());
    var context = new CallContext(call, inputs.answers(call));
    return switch (call.era().running(tool, call.params(), call.client())) {
      case AT_ONCE -> calls.call(tool, arguments, context).toJson();
      case AS_TASK_IF_SLOW -> slowCalls.call(tool, arguments, context);
      case AS_TASK -> {
        var timeToLive = tasks.timeToLive(call.era().wishedTimeToLive(call.params()));
        tool.beforeTask().ifPresent(questions -> questions.accept(context));
        yield call.era().taskCreated(toolCallTasks.start(tool, arguments, context, timeToLive));
      }
    };
  }

  /** Calls a tool on behalf of a request that is being served, with all that a call has. */
  public ToolResult callWithin(Tool<?, ?> tool, ObjectNode arguments, RequestContext context)
      throws Exception {
    var work =
        new ServerObserver.Work(
            ServerObserver.Kind.REQUEST,
            "tools/call",
            tool.name(),
            context.client(),
            context.owner(),
            context.meta());
    return observer.around(work, () -> calls.call(tool, arguments, context));
  }

  public void filterCalls(CallFilter filter) {
    calls.filter(filter);
  }

  public Optional<Tool<?, ?>> find(String name) {
    return tools.find(name);
  }

  public Collection<String> names() {
    return tools.names();
  }

  boolean knows(String name) {
    return tools.find(name).isPresent();
  }

  private Stream<Tool<?, ?>> visibleTo(TaskOwner caller) {
    return tools.all().stream().filter(tool -> tool.isVisibleTo(caller));
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
                            visibleTo(caller).map(Tool::name).collect(Collectors.joining(", ")))));
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
