package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.request.Answers;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.TaskScope;
import dev.baton.task.TaskOwner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The request as the tool of a step sees it. Progress is not passed on, because the run tells its
 * own; questions have the step's name in their keys, so that two steps can ask the same.
 */
record StepContext(RequestContext request, String step, TaskScope task, BooleanSupplier ended)
    implements RequestContext {
  /** The trace that the call belongs to; the rest of the request's meta is about the request. */
  private static final List<String> TRACE_KEYS = List.of("traceparent", "tracestate", "baggage");

  @Override
  public TaskOwner owner() {
    return request.owner();
  }

  @Override
  public Permit permit() {
    return request.permit();
  }

  @Override
  public Client client() {
    return request.client();
  }

  @Override
  public ObjectNode meta() {
    var meta = Json.object();
    TRACE_KEYS.stream()
        .filter(request.meta()::has)
        .forEach(key -> meta.set(key, request.meta().get(key)));
    return meta;
  }

  @Override
  public boolean isCancelled() {
    return request.isCancelled() || ended.getAsBoolean();
  }

  @Override
  public void progress(double done, double total, String message) {
    // why: the client was promised the progress of the run, a value for each step
  }

  @Override
  public void log(LogLevel level, String logger, JsonNode data) {
    request.log(level, logger, data);
  }

  @Override
  public Answers ask(InputRequest... requests) {
    var prefix = step + "/";
    var answers =
        request.ask(
            Stream.of(requests)
                .map(question -> renamed(prefix, question))
                .toArray(InputRequest[]::new));
    var own = new LinkedHashMap<String, ObjectNode>();
    answers.byKey().forEach((key, answer) -> own.put(key.substring(prefix.length()), answer));
    return new Answers(own);
  }

  private static InputRequest renamed(String prefix, InputRequest question) {
    return switch (question) {
      case InputRequest.Elicit(String key, String message, ObjectNode schema) ->
          new InputRequest.Elicit(prefix + key, message, schema);
      case InputRequest.Sample(String key, ObjectNode params) ->
          new InputRequest.Sample(prefix + key, params);
      case InputRequest.Roots(String key) -> new InputRequest.Roots(prefix + key);
    };
  }

  @Override
  public void keep(ObjectNode state) {
    // why: what the request keeps is the run, which calls the tool again from its start
  }

  @Override
  public Optional<ObjectNode> kept() {
    return Optional.empty();
  }
}
