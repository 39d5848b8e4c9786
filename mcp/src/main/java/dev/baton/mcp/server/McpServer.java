package dev.baton.mcp.server;

import dev.baton.mcp.internal.call.ClientQuestions;
import dev.baton.mcp.internal.call.Pages;
import dev.baton.mcp.internal.call.Registry;
import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.connection.StreamLimit;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.RequestId;
import dev.baton.mcp.internal.method.CompletionMethods;
import dev.baton.mcp.internal.method.Features;
import dev.baton.mcp.internal.method.PromptMethods;
import dev.baton.mcp.internal.method.PromptRenderer;
import dev.baton.mcp.internal.method.RequestDispatcher;
import dev.baton.mcp.internal.method.ResourceMethods;
import dev.baton.mcp.internal.method.Subscriptions;
import dev.baton.mcp.internal.method.TaskMethods;
import dev.baton.mcp.internal.method.ToolMethods;
import dev.baton.mcp.internal.task.SlowCalls;
import dev.baton.mcp.internal.task.Tasks;
import dev.baton.mcp.internal.task.ToolCallTasks;
import dev.baton.mcp.internal.task.ToolCalls;
import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.resource.ResourceTemplate;
import dev.baton.mcp.tool.Tool;
import dev.baton.task.TaskOwner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An MCP server: tools, prompts and resources, served to clients of every revision. Thread safe.
 *
 * <p>It knows no transport. A transport connects a client, hands over its messages, and sends what
 * comes back.
 */
public final class McpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(McpServer.class);
  private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(30);

  private final Registry<Tool<?, ?>> tools;
  private final Registry<Prompt> prompts;
  private final Registry<Resource> resources;
  private final Registry<ResourceTemplate> templates;
  private final Subscriptions subscriptions;
  private final StreamLimit streams;
  private final Tasks tasks;
  private final ToolCallTasks toolCallTasks;
  private final RequestDispatcher dispatcher;
  private final List<Runnable> whenBuilt = new ArrayList<>();
  private final ScheduledExecutorService caretaker =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("caretaker").factory());

  McpServer(McpServerBuilder parts) {
    streams = new StreamLimit(parts.streamsPerOwner);
    subscriptions = new Subscriptions(streams);
    tools = new Registry<>("tool", subscriptions::toolsChanged);
    prompts = new Registry<>("prompt", subscriptions::promptsChanged);
    resources = new Registry<>("resource", subscriptions::resourcesChanged);
    templates = new Registry<>("resource template", subscriptions::resourcesChanged);
    parts.tools.forEach(this::addTool);
    parts.prompts.forEach(this::addPrompt);
    parts.resources.forEach(this::addResource);
    parts.templates.forEach(this::addResourceTemplate);

    var calls = new ToolCalls(parts.observer);
    var inputs = new ClientQuestions(parts.seal());
    var pages = new Pages(parts.pageSize);
    tasks =
        new Tasks(
            parts.taskStore(),
            parts.taskLimits,
            parts.clock,
            subscriptions::tell,
            subscriptions::forget);
    toolCallTasks = new ToolCallTasks(tasks, tools, calls);
    var resourceMethods = new ResourceMethods(resources, templates, inputs, pages);
    var promptMethods =
        new PromptMethods(prompts, new PromptRenderer(tools, resourceMethods), inputs, pages);
    var features =
        new Features(
            new ToolMethods(
                tools,
                calls,
                inputs,
                tasks,
                toolCallTasks,
                new SlowCalls(calls, toolCallTasks, parts.taskAfter)),
            promptMethods,
            resourceMethods,
            new CompletionMethods(promptMethods, templates),
            new TaskMethods(tasks, parts.pageSize),
            tasks,
            subscriptions,
            inputs);
    dispatcher = new RequestDispatcher(parts.info(), features, parts.observer);
    var inside = new ServerInside(this, calls, resourceMethods, tasks, parts.clock);
    parts.parts.forEach(part -> part.addTo(inside));
  }

  /** Begins the definition of a server. */
  public static McpServerBuilder named(String name, String version) {
    return new McpServerBuilder(name, version);
  }

  /** Recovers the tasks of dead processes, and begins to remove those that expire. */
  void start() {
    whenBuilt.forEach(Runnable::run);
    toolCallTasks.start();
    every(SWEEP_INTERVAL, tasks::sweep);
  }

  void whenBuilt(Runnable action) {
    whenBuilt.add(action);
  }

  void every(Duration interval, Runnable action) {
    var _ =
        caretaker.scheduleWithFixedDelay(
            () -> guarded(action), interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void guarded(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      // why: a scheduled action that throws is never run again, and what it needs may recover
      LOG.error("A periodic action of the server failed; it is tried again", e);
    }
  }

  /** Connects a client of this owner. Whoever connects it closes it. */
  public Connection connect(TaskOwner owner) {
    return new Connection(owner, subscriptions::remove);
  }

  /** Serves a request on the current thread, and returns when it has been answered. */
  public void serve(Connection connection, Message.Request request, Headers headers, Reply reply) {
    dispatcher.serve(connection, request, headers, reply);
  }

  /** Takes a notification. */
  public void receive(Connection connection, Message.Notification notification) {
    if (notification.method().equals("notifications/cancelled")) {
      RequestId.read(notification.params().path("requestId")).ifPresent(connection::cancel);
    }
  }

  /** Takes the client's response to a request of ours. */
  public void receive(Connection connection, Message.Response response) {
    connection.answered(response);
  }

  /** Counts the streams that owners have open. */
  public StreamLimit streams() {
    return streams;
  }

  public void addTool(Tool<?, ?> tool) {
    tools.add(tool.name(), tool);
  }

  /** Puts a tool in the place of the one with its name, or adds it. */
  public void replaceTool(Tool<?, ?> tool) {
    tools.replace(tool.name(), tool);
  }

  public boolean removeTool(String name) {
    return tools.remove(name);
  }

  public void addPrompt(Prompt prompt) {
    prompts.add(prompt.name(), prompt);
  }

  /** Puts a prompt in the place of the one with its name, or adds it. */
  public void replacePrompt(Prompt prompt) {
    prompts.replace(prompt.name(), prompt);
  }

  public boolean removePrompt(String name) {
    return prompts.remove(name);
  }

  public void addResource(Resource resource) {
    resources.add(resource.uri(), resource);
  }

  /** Puts a resource in the place of the one with its URI, or adds it. */
  public void replaceResource(Resource resource) {
    resources.replace(resource.uri(), resource);
  }

  public boolean removeResource(String uri) {
    return resources.remove(uri);
  }

  public void addResourceTemplate(ResourceTemplate template) {
    templates.add(template.uriTemplate(), template);
  }

  Registry<Tool<?, ?>> tools() {
    return tools;
  }

  Registry<Prompt> prompts() {
    return prompts;
  }

  /** Tells clients that the tools are not what they were, though none was added or removed. */
  public void announceToolsChanged() {
    subscriptions.toolsChanged();
  }

  /** Tells clients that the prompts are not what they were, though none was added or removed. */
  public void announcePromptsChanged() {
    subscriptions.promptsChanged();
  }

  /** Tells whoever watches this resource that it has changed. */
  public void announceResourceUpdated(String uri) {
    subscriptions.resourceUpdated(uri);
  }

  /** Ends subscriptions with an answer and stops what runs. Connections are their transport's. */
  @Override
  public void close() {
    caretaker.shutdownNow();
    subscriptions.close();
    toolCallTasks.close();
  }
}
