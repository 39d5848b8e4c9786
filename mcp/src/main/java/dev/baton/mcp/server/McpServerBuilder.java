package dev.baton.mcp.server;

import dev.baton.mcp.internal.call.StateSeal;
import dev.baton.mcp.internal.message.ServerInfo;
import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.resource.ResourceTemplate;
import dev.baton.mcp.tool.Tool;
import dev.baton.task.InMemoryTaskStore;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Collects the parts of an {@link McpServer}, which reads them here. Not thread safe. */
public final class McpServerBuilder {
  private final String name;
  private final String version;
  final List<Tool<?, ?>> tools = new ArrayList<>();
  final List<Prompt> prompts = new ArrayList<>();
  final List<Resource> resources = new ArrayList<>();
  final List<ResourceTemplate> templates = new ArrayList<>();
  final List<ServerPart> parts = new ArrayList<>();
  private Optional<String> title = Optional.empty();
  private Optional<Function<TaskOwner, String>> instructions = Optional.empty();
  private Optional<TaskStore> taskStore = Optional.empty();
  TaskLimits taskLimits = TaskLimits.DEFAULT;
  Clock clock = Clock.systemUTC();
  ServerObserver observer = ServerObserver.NONE;
  private Optional<byte[]> sealingKey = Optional.empty();
  Duration taskAfter = Duration.ofSeconds(5);
  int pageSize = 100;
  int streamsPerOwner = 32;

  McpServerBuilder(String name, String version) {
    this.name = name;
    this.version = version;
  }

  public McpServerBuilder withTitle(String text) {
    title = Optional.of(text);
    return this;
  }

  /** What a model should know about this server as a whole. */
  public McpServerBuilder withInstructions(String text) {
    return withInstructions(caller -> text);
  }

  /** The same, in other words for some callers. */
  public McpServerBuilder withInstructions(Function<TaskOwner, String> texts) {
    instructions = Optional.of(texts);
    return this;
  }

  public McpServerBuilder tool(Tool<?, ?> tool) {
    tools.add(tool);
    return this;
  }

  public McpServerBuilder prompt(Prompt prompt) {
    prompts.add(prompt);
    return this;
  }

  public McpServerBuilder resource(Resource resource) {
    resources.add(resource);
    return this;
  }

  public McpServerBuilder resourceTemplate(ResourceTemplate template) {
    templates.add(template);
    return this;
  }

  /** Adds a part that finds everything else registered, whatever the order here. */
  public McpServerBuilder part(ServerPart part) {
    parts.add(part);
    return this;
  }

  /** Where tasks are kept; in memory if nothing is said. */
  public McpServerBuilder withTaskStore(TaskStore store) {
    taskStore = Optional.of(store);
    return this;
  }

  public McpServerBuilder withTaskLimits(TaskLimits limits) {
    taskLimits = limits;
    return this;
  }

  public McpServerBuilder withClock(Clock time) {
    clock = time;
    return this;
  }

  /**
   * The key that seals what clients carry between two rounds of one request: {@value
   * StateSeal#KEY_BYTES} bytes, the same for all processes that serve the same clients. Random if
   * nothing is said, so that a restart ends such rounds.
   */
  public McpServerBuilder withSealingKey(byte[] key) {
    sealingKey = Optional.of(key.clone());
    return this;
  }

  /** Adds a watcher of requests and tasks; several watch one inside the other. */
  public McpServerBuilder observedBy(ServerObserver watcher) {
    observer = observer.and(watcher);
    return this;
  }

  /** After how long a call becomes a task, if the client can have one and the tool says nothing. */
  public McpServerBuilder withTaskAfter(Duration patience) {
    taskAfter = patience;
    return this;
  }

  /** How many prompts, resources or tasks one page of a list has. */
  public McpServerBuilder withPageSize(int items) {
    pageSize = items;
    return this;
  }

  /** How many subscriptions and other long-lived streams one owner may have open. */
  public McpServerBuilder withStreamsPerOwner(int streams) {
    streamsPerOwner = streams;
    return this;
  }

  /** Builds the server and recovers the tasks in its store that a dead process has left. */
  public McpServer build() {
    var server = new McpServer(this);
    server.start();
    return server;
  }

  ServerInfo info() {
    return new ServerInfo(name, title, version, instructions);
  }

  TaskStore taskStore() {
    return taskStore.orElseGet(() -> new InMemoryTaskStore(clock, taskLimits));
  }

  StateSeal seal() {
    return sealingKey
        .map(key -> StateSeal.with(key, clock))
        .orElseGet(() -> StateSeal.withRandomKey(clock));
  }
}
