package dev.baton.mcp.tool;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.task.TaskOwner;
import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool: what clients see of it, and the handler that does its work. Immutable and thread safe if
 * its handler is.
 */
public final class Tool<I, O> {
  private final String name;
  private final Optional<String> title;
  private final String description;
  private final ObjectNode inputSchema;
  private final Optional<ObjectNode> outputSchema;
  private final ToolAnnotations annotations;
  private final TaskSupport taskSupport;
  private final boolean restartable;
  private final Optional<Consumer<RequestContext>> beforeTask;
  private final BiFunction<ObjectNode, RequestContext, ObjectNode> completion;
  private final Predicate<TaskOwner> callers;
  private final List<HeaderParameter> headerParameters;
  private final Policy policy;
  private final ToolHandler<I, O> handler;
  private final ToolInput<I> input;
  private final ToolOutput output;

  /** What the owner of a server adds to a tool. */
  private record Policy(
      BiConsumer<ObjectNode, RequestContext> guard,
      Fallback fallback,
      Predicate<TaskOwner> listedFor,
      BiFunction<String, TaskOwner, String> hintWording) {}

  Tool(ToolBuilder<I, O> parts, ToolHandler<I, O> handler, List<HeaderParameter> headers) {
    this.name = parts.name;
    this.title = parts.title;
    this.description = parts.description;
    this.inputSchema = parts.inputSchema;
    this.outputSchema = parts.outputSchema;
    this.annotations = parts.annotations;
    this.taskSupport = parts.taskSupport;
    this.restartable = parts.restartable;
    this.beforeTask = parts.beforeTask;
    this.completion = parts.completion;
    this.callers = parts.callers;
    this.headerParameters = headers;
    this.policy =
        new Policy((_, _) -> {}, (_, _, _) -> Optional.empty(), _ -> true, (hint, _) -> hint);
    this.handler = handler;
    this.input = new ToolInput<>(parts);
    this.output =
        parts.answersRecord || outputSchema.isEmpty()
            ? ToolOutput.unchecked(name)
            : ToolOutput.checked(name, outputSchema.get());
  }

  private Tool(Tool<I, O> tool, Policy policy) {
    this.name = tool.name;
    this.title = tool.title;
    this.description = tool.description;
    this.inputSchema = tool.inputSchema;
    this.outputSchema = tool.outputSchema;
    this.annotations = tool.annotations;
    this.taskSupport = tool.taskSupport;
    this.restartable = tool.restartable;
    this.beforeTask = tool.beforeTask;
    this.completion = tool.completion;
    this.callers = tool.callers;
    this.headerParameters = tool.headerParameters;
    this.policy = policy;
    this.handler = tool.handler;
    this.input = tool.input;
    this.output = tool.output;
  }

  /**
   * The same tool behind a guard, which sees arguments that fit the schema before the handler does,
   * and throws a {@link ToolFailure} if this caller may not do this.
   */
  public Tool<I, O> guardedBy(BiConsumer<ObjectNode, RequestContext> guard) {
    return new Tool<>(
        this, new Policy(guard, policy.fallback, policy.listedFor, policy.hintWording));
  }

  /** Another way to an answer when the handler or the guard refused. */
  @FunctionalInterface
  public interface Fallback {
    /** Empty lets the refusal stand; arguments are those that the handler got. */
    Optional<ToolResult> answer(ToolFailure refusal, ObjectNode arguments, RequestContext context);
  }

  /** The same tool, which tries another way before it refuses. */
  public Tool<I, O> withFallback(Fallback other) {
    return new Tool<>(this, new Policy(policy.guard, other, policy.listedFor, policy.hintWording));
  }

  /**
   * The same tool, which lists show to these callers alone. It is there for the others too, who
   * learn from its refusal more than from a tool that does not exist.
   */
  public Tool<I, O> listedFor(Predicate<TaskOwner> readers) {
    return new Tool<>(this, new Policy(policy.guard, policy.fallback, readers, policy.hintWording));
  }

  /** The same tool, whose refusals give these callers hints in these words. */
  public Tool<I, O> withHints(BiFunction<String, TaskOwner, String> wording) {
    return new Tool<>(this, new Policy(policy.guard, policy.fallback, policy.listedFor, wording));
  }

  /** Starts a tool that takes a record and gives one; both schemas are made from the records. */
  public static <I, O> ToolBuilder<I, O> named(String name, Class<I> in, Class<O> out) {
    return ToolBuilder.typed(name, in, out);
  }

  /** Starts a tool that takes a record and gives content of any kind. */
  public static <I> ToolBuilder<I, ToolResult> named(String name, Class<I> in) {
    return ToolBuilder.typed(name, in, ToolResult.class);
  }

  /** Starts a tool with a schema written by hand, which clients see as it is. */
  public static ToolBuilder<ObjectNode, ToolResult> withSchema(
      String name, ObjectNode inputSchema) {
    return ToolBuilder.withSchema(name, inputSchema);
  }

  public String name() {
    return name;
  }

  public String description() {
    return description;
  }

  public Optional<String> title() {
    return title;
  }

  public ObjectNode inputSchema() {
    return inputSchema.deepCopy();
  }

  public Optional<ObjectNode> outputSchema() {
    return outputSchema.map(ObjectNode::deepCopy);
  }

  public ToolAnnotations annotations() {
    return annotations;
  }

  public TaskSupport taskSupport() {
    return taskSupport;
  }

  /** True if a task of this tool may run again from its start after the server died. */
  public boolean isRestartable() {
    return restartable;
  }

  /** What runs before a call becomes a task, such as questions to the client. */
  public Optional<Consumer<RequestContext>> beforeTask() {
    return beforeTask;
  }

  /** False for a caller to whom this tool does not exist. */
  public boolean isVisibleTo(TaskOwner caller) {
    return callers.test(caller);
  }

  /** False for a caller whose list leaves this tool out. */
  public boolean isListedFor(TaskOwner caller) {
    return isVisibleTo(caller) && policy.listedFor.test(caller);
  }

  public List<HeaderParameter> headerParameters() {
    return headerParameters;
  }

  /** The reference by which workflows name this tool. */
  public ToolHandle<I, O> handle() {
    return ToolHandle.named(name());
  }

  /** The tool as {@code tools/list} shows it, without what only one era has. */
  public ObjectNode describe() {
    var json = Json.object().put("name", name());
    title().ifPresent(title -> json.put("title", title));
    json.put("description", description());
    json.set("inputSchema", inputSchema());
    outputSchema().ifPresent(schema -> json.set("outputSchema", schema));
    var hints = annotations().toJson();
    if (!hints.isEmpty()) {
      json.set("annotations", hints);
    }
    return json;
  }

  /**
   * Checks the arguments, calls the handler and writes its answer. An expected failure is a result.
   *
   * @param arguments as the client sent them; they are not changed
   * @throws Exception what the handler threw, unless it is a {@link ToolFailure}
   */
  public ToolResult call(ObjectNode arguments, RequestContext context) throws Exception {
    try {
      var complete = completion.apply(arguments, context);
      var request = input.read(complete);
      return call(request, complete, context);
    } catch (ToolFailure failure) {
      return ToolResult.failure(
          failure.of(name, hint -> policy.hintWording.apply(hint, context.owner())));
    }
  }

  private ToolResult call(I request, ObjectNode complete, RequestContext context) throws Exception {
    try {
      policy.guard.accept(complete, context);
      var answer = handler.handle(request, context);
      return output.write(Objects.requireNonNull(answer, () -> name() + " answered null"));
    } catch (ToolFailure refusal) {
      return policy.fallback.answer(refusal, complete, context).orElseThrow(() -> refusal);
    }
  }

  @Override
  public String toString() {
    return "Tool " + name();
  }
}
