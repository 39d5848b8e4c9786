package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.failure.AtOtherNode;
import dev.baton.orchestrator.remote.RemoteOperations;
import dev.baton.orchestrator.remote.RemoteOperations.RemoteOperation;
import dev.baton.orchestrator.tools.ImageField.CarriedImages;
import dev.baton.task.TaskOwner;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing that users can do, by whichever door they come.
 *
 * @param verb the words on the command line, such as {@code attempt start}; options and arguments
 *     are the fields of the tool
 * @param endpoints the first is the usual one
 * @param reach by which doors it can be had
 * @param operatorTool the tool of people at the command line, who may say more than models may
 */
public record Operation(
    Tool<?, ?> tool,
    List<String> verb,
    List<Endpoint> endpoints,
    Reach reach,
    Tool<?, ?> operatorTool) {
  public Operation {
    verb = List.copyOf(verb);
    endpoints = List.copyOf(endpoints);
  }

  /** An operation that is the same for people and models. */
  public Operation(Tool<?, ?> tool, List<String> verb, List<Endpoint> endpoints, Reach reach) {
    this(tool, verb, endpoints, reach, tool);
  }

  /** By which doors an operation can be had. */
  public enum Reach {
    /** By all, always. */
    CORE,
    /** By all, unless the server was told to serve the core alone. */
    FULL,
    /** By command line and HTTP only, and not by agents: it decides what runs on this machine. */
    OPERATOR
  }

  /** The same, with this done to its tools. */
  Operation guarded(UnaryOperator<Tool<?, ?>> guard) {
    return new Operation(guard.apply(tool), verb, endpoints, reach, guard.apply(operatorTool));
  }

  /** The same, of which models are offered only the core; people keep what they are not. */
  Operation coreForModels() {
    return reach == Reach.FULL
        ? new Operation(tool, verb, endpoints, Reach.OPERATOR, operatorTool)
        : this;
  }

  /** The same; the lists of agents leave out what is never for them. */
  // why not of the core: what agents do use names those tools as the next step
  Operation shortForAgents() {
    return reach == Reach.FULL && AgentScope.of(name()) == AgentScope.NOTHING
        ? guarded(it -> it.listedFor(caller -> !AttemptOwner.is(caller)))
        : this;
  }

  /** The same, which gives models hints in these words. */
  Operation withHints(BiFunction<String, TaskOwner, String> wording) {
    return new Operation(tool.withHints(wording), verb, endpoints, reach, operatorTool);
  }

  /** True if this caller is offered it as a tool. */
  boolean isOfferedTo(TaskOwner caller) {
    return isTool() && tool.isListedFor(caller);
  }

  /** The same, done by the node that has the attempt if this one does not. */
  Operation withRemoteCall(Supplier<Orchestrator> orchestrator) {
    return new Operation(
        withRemoteCall(tool, false, orchestrator),
        verb,
        endpoints,
        reach,
        withRemoteCall(operatorTool, true, orchestrator));
  }

  private static Tool<?, ?> withRemoteCall(
      Tool<?, ?> tool, boolean isOperator, Supplier<Orchestrator> orchestrator) {
    return tool.withFallback(
        (refusal, arguments, context) ->
            // why: a call that came from another node is not sent on
            refusal instanceof AtOtherNode there && !RemoteOperations.isRemote(context)
                ? Optional.of(
                    call(orchestrator.get(), there, tool.name(), arguments, context, isOperator))
                : Optional.empty());
  }

  private static ToolResult call(
      Orchestrator orchestrator,
      AtOtherNode there,
      String name,
      ObjectNode arguments,
      RequestContext context,
      boolean isOperator) {
    try (var carried = CarriedImages.of(arguments, there, orchestrator.images(), context)) {
      return orchestrator
          .remoteOperations()
          .call(
              there.node(),
              new RemoteOperation(name, carried.arguments(), context.owner(), isOperator));
    }
  }

  /** The longest request over HTTP, if it may be longer than others; zero if not. */
  public int mostBytes() {
    return switch (name()) {
      case AddImage.NAME -> AddImage.MOST_BYTES;
      case CreateTask.NAME -> CreateTask.MOST_BYTES;
      default -> 0;
    };
  }

  /** True if models are offered it. */
  public boolean isTool() {
    return reach != Reach.OPERATOR;
  }

  /** What this caller gets over HTTP; empty if there is nothing for it. */
  public Optional<Tool<?, ?>> findTool(TaskOwner caller) {
    if (AttemptOwner.is(caller)) {
      return Optional.<Tool<?, ?>>of(tool).filter(it -> isTool() && it.isVisibleTo(caller));
    }
    return Optional.<Tool<?, ?>>of(operatorTool).filter(it -> it.isVisibleTo(caller));
  }

  public String name() {
    return tool.name();
  }
}
