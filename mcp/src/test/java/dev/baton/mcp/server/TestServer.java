package dev.baton.mcp.server;

import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.prompt.PromptArgument;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.request.CompletionSource;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.resource.ResourceTemplate;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.task.InMemoryTaskStore;
import dev.baton.task.MovableClock;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskStore;
import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptMessage;
import dev.baton.workflow.prompt.PromptRole;
import dev.baton.workflow.prompt.ResourceSnapshot;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A server with something of everything, and the handles by which a test steers it. */
public final class TestServer implements AutoCloseable {
  public static final String NOTE = "resource://note";

  private final Gate gate = new Gate();
  private final CompletableFuture<RequestContext> leaked = new CompletableFuture<>();
  private final MovableClock clock;
  private final TaskStore store;
  private final McpServer server;

  private TestServer(
      MovableClock clock,
      TaskStore store,
      TaskLimits limits,
      UnaryOperator<McpServerBuilder> more) {
    this.clock = clock;
    this.store = store;
    var builder =
        McpServer.named("test", "1")
            .withInstructions("For tests")
            .withClock(clock)
            .withTaskStore(store)
            .withTaskLimits(limits);
    TestTools.all(gate, leaked).forEach(builder::tool);
    prompts(builder);
    resources(builder);
    server = more.apply(builder).build();
  }

  public static TestServer start() {
    return start(builder -> builder);
  }

  /** A server with other settings than usual. */
  public static TestServer start(UnaryOperator<McpServerBuilder> settings) {
    return start(TaskLimits.DEFAULT, settings);
  }

  public static TestServer start(TaskLimits limits, UnaryOperator<McpServerBuilder> settings) {
    var clock = new MovableClock();
    return new TestServer(clock, new InMemoryTaskStore(clock, limits), limits, settings);
  }

  /** A server that finds in its store what another one left behind. */
  public static TestServer startAfter(MovableClock clock, TaskStore store) {
    return new TestServer(clock, store, TaskLimits.DEFAULT, builder -> builder);
  }

  private static void prompts(McpServerBuilder builder) {
    builder.prompt(
        Prompt.named("greet", "Greets somebody")
            .argument(
                PromptArgument.required("who", "Who is greeted")
                    .withCompletions(CompletionSource.of(List.of("Alice", "alan", "Bob"))))
            .argument(PromptArgument.optional("tone", "How"))
            .messages(
                (arguments, context) ->
                    List.of(PromptMessage.user("Greet " + arguments.get("who")))));
    builder.prompt(
        Prompt.named("handles", "Refers to a tool, a resource, a missing resource, with all roles")
            .messages(
                (arguments, context) ->
                    List.of(
                        new PromptMessage(PromptRole.of("system"), PromptContent.text("Be brief")),
                        PromptMessage.assistant(ToolHandle.<Object, ToolResult>named("add")),
                        PromptMessage.user(
                            PromptContent.parts(
                                PromptContent.resource(ResourceHandle.of(NOTE)),
                                PromptContent.resource("test://missing"),
                                PromptContent.image(new byte[] {1, 2}, "image/png"),
                                new PromptContent.ResourceCopy(
                                    ResourceSnapshot.text("test://copy", "text/plain", "Then")),
                                new PromptContent.ResourceCopy(
                                    ResourceSnapshot.blob(
                                        "test://bytes", "image/png", new byte[] {1, 2})))))));
    builder.prompt(
        Prompt.named("asking", "Asks for a name")
            .messages(
                (arguments, context) ->
                    List.of(PromptMessage.user("I am " + TestTools.name(context)))));
  }

  private static void resources(McpServerBuilder builder) {
    builder.resource(Resource.text(NOTE, "note", "text/plain", "Remember"));
    builder.resource(
        Resource.of(
            "test://bytes",
            "bytes",
            "image/png",
            context ->
                List.of(
                    ResourceContents.blob(
                        "test://bytes", "image/png", "PNG".getBytes(StandardCharsets.UTF_8)))));
    builder.resource(
        Resource.of(
            "test://asking",
            "asking",
            "text/plain",
            context ->
                List.of(
                    ResourceContents.text(
                        "test://asking", "text/plain", TestTools.name(context)))));
    builder.resourceTemplate(
        ResourceTemplate.of(
                "test://items/{id}",
                "item",
                "An item by id",
                "text/plain",
                (uri, variables, context) ->
                    "none".equals(variables.get("id"))
                        ? List.of()
                        : List.of(
                            ResourceContents.text(
                                uri, "text/plain", "item " + variables.get("id"))))
            .withCompletions("id", CompletionSource.of(List.of("one", "two"))));
  }

  public McpServer mcp() {
    return server;
  }

  public Gate gate() {
    return gate;
  }

  public MovableClock clock() {
    return clock;
  }

  public TaskStore store() {
    return store;
  }

  /** The context of a call to the tool {@code leak}, which outlives the call. */
  public RequestContext leakedContext() {
    return leaked.join();
  }

  @Override
  public void close() {
    server.close();
  }
}
