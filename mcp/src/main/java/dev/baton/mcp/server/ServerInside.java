package dev.baton.mcp.server;

import dev.baton.mcp.internal.method.ResourceMethods;
import dev.baton.mcp.internal.task.TaskKindSupport;
import dev.baton.mcp.internal.task.Tasks;
import dev.baton.mcp.internal.task.ToolCalls;
import dev.baton.mcp.internal.task.ToolCalls.CallFilter;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.task.NewTask;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** What a {@link ServerPart} sees of the server that it is in. Thread safe. */
public final class ServerInside {
  private final McpServer server;
  private final ToolCalls calls;
  private final ResourceMethods resources;
  private final Tasks tasks;
  private final Clock clock;
  private final Map<Class<?>, Object> shared = new HashMap<>();

  ServerInside(
      McpServer server, ToolCalls calls, ResourceMethods resources, Tasks tasks, Clock clock) {
    this.server = server;
    this.calls = calls;
    this.resources = resources;
    this.tasks = tasks;
    this.clock = clock;
  }

  /** What all parts of one kind share in this server; the first that asks makes it. */
  public <T> T shared(Class<T> kind, Supplier<T> first) {
    return kind.cast(shared.computeIfAbsent(kind, _ -> first.get()));
  }

  /** Does this when all parts have added themselves. */
  public void whenBuilt(Runnable action) {
    server.whenBuilt(action);
  }

  /** Does this again and again, as long as the server lives; one that throws is done again. */
  public void every(Duration interval, Runnable action) {
    server.every(interval, action);
  }

  /** The server, to add to and to remove from. */
  public McpServer server() {
    return server;
  }

  public Clock clock() {
    return clock;
  }

  public Optional<Tool<?, ?>> findTool(String name) {
    return server.tools().find(name);
  }

  public Collection<String> toolNames() {
    return server.tools().names();
  }

  public Collection<String> promptNames() {
    return server.prompts().names();
  }

  /** True if there is a resource at this URI, or a template that it fits. */
  public boolean knowsResource(String uri) {
    return resources.knows(uri);
  }

  public Collection<String> resourceUris() {
    return resources.uris();
  }

  /** The contents at a URI; empty if there are none. */
  public Optional<List<ResourceContents>> read(String uri, RequestContext context)
      throws Exception {
    return resources.find(uri, context);
  }

  /** Calls a tool as a client's {@code tools/call} would, watched and filtered like that. */
  public ToolResult call(Tool<?, ?> tool, ObjectNode arguments, RequestContext context)
      throws Exception {
    return calls.callObserved(ServerObserver.Kind.REQUEST, tool, arguments, context);
  }

  /** From now on this stands around every call of a tool. */
  public void filterCalls(CallFilter filter) {
    calls.filter(filter);
  }

  public TaskStore taskStore() {
    return tasks.store();
  }

  public TaskLimits taskLimits() {
    return tasks.limits();
  }

  /** Stores a task of which the client of this request will hear. */
  public TaskRecord createTask(NewTask task, RequestContext context) {
    return tasks.create(task, context);
  }

  /** Changes a task and tells whoever watches it. */
  public TaskRecord changeTask(
      TaskOwner owner, TaskId id, Function<TaskRecord, TaskChange> change) {
    return tasks.changeWithResults(owner, id, change);
  }

  /** The same for a task that came out of the store, and has perhaps not changed since. */
  public TaskRecord changeTask(TaskRecord seen, Function<TaskRecord, TaskChange> change) {
    return tasks.changeWithResults(seen, change);
  }

  /** Recovers the tasks of this kind that dead processes hold, and supports those that follow. */
  public void supportTasks(TaskKind kind, TaskKindSupport support) {
    tasks.support(kind, support);
  }

  /** Ends a task, if it may end so, and tells whoever watches it. */
  public TaskRecord endTask(TaskOwner owner, TaskId id, UnaryOperator<TaskRecord> change) {
    return tasks.end(owner, id, change);
  }
}
