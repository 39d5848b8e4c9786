package dev.baton.adapter.sdk;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.internal.argument.PromptArguments;
import dev.baton.workflow.internal.narrative.Narration;
import dev.baton.workflow.internal.narrative.Trace;
import dev.baton.workflow.internal.record.InvalidArgumentsException;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.run.RunEnvironment;
import dev.baton.workflow.internal.run.RunProgress;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** A workflow as a prompt of the SDK: getting it runs it. Thread safe if the tools are. */
final class SdkPrompt {
  private static final Logger LOG = LoggerFactory.getLogger(SdkPrompt.class);

  private final SdkRuns runs;
  private final SequentialWorkflow workflow;

  private SdkPrompt(SdkRuns runs, SequentialWorkflow workflow) {
    this.runs = runs;
    this.workflow = workflow;
  }

  static SyncPromptSpecification of(SdkRuns runs, SequentialWorkflow workflow) {
    var description =
        Prompt.builder(workflow.name())
            .description(workflow.description())
            .arguments(workflow.arguments().stream().map(SdkPrompt::describe).toList());
    workflow.title().ifPresent(description::title);
    return new SyncPromptSpecification(description.build(), new SdkPrompt(runs, workflow)::get);
  }

  private static PromptArgument describe(WorkflowArgument argument) {
    return PromptArgument.builder(argument.name().value())
        .description(argument.description())
        .required(argument.required())
        .build();
  }

  private GetPromptResult get(McpSyncServerExchange exchange, GetPromptRequest request) {
    var arguments = arguments(request);
    var host = runs.host(exchange);
    var outcome =
        runs.runner()
            .run(
                workflow,
                RunState.begin(workflow, arguments),
                RunInputs.none(),
                RunEnvironment.of(host).withProgress(progress(exchange, request)));
    var messages =
        Trace.of(outcome, host, Narration.standard().withGiven(given(request)))
            .messages(runs.traceForm(workflow), clientName(exchange));
    var result =
        GetPromptResult.builder(runs.messages().of(messages)).description(workflow.description());
    if (workflow.durable()) {
      result.meta(notDurable());
    }
    return result.build();
  }

  private ObjectNode arguments(GetPromptRequest request) {
    try {
      return PromptArguments.read(workflow, given(request)).orThrow();
    } catch (InvalidArgumentsException e) {
      throw McpError.builder(ErrorCodes.INVALID_PARAMS)
          .message(e.getMessage())
          .data(SdkJson.map(e.toJson()))
          .build();
    }
  }

  /** What was given, as text, which arguments of prompts are; the SDK takes anything. */
  private static Map<String, String> given(GetPromptRequest request) {
    var given = new LinkedHashMap<String, String>();
    Optional.ofNullable(request.arguments())
        .orElseGet(Map::of)
        .forEach(
            (name, value) -> {
              // why: null is as good as nothing
              if (value != null) {
                given.put(name, value instanceof String text ? text : SdkJson.text(value));
              }
            });
    return given;
  }

  private static String clientName(McpSyncServerExchange exchange) {
    return Optional.ofNullable(exchange.getClientInfo()).map(Implementation::name).orElse("");
  }

  private static RunProgress progress(McpSyncServerExchange exchange, GetPromptRequest request) {
    return Optional.ofNullable(request.progressToken())
        .<RunProgress>map(
            token ->
                (done, total, message) ->
                    tell(
                        exchange,
                        ProgressNotification.builder(token, done)
                            .total((double) total)
                            .message(message)
                            .build()))
        .orElseGet(RunProgress::ignored);
  }

  private static void tell(McpSyncServerExchange exchange, ProgressNotification progress) {
    try {
      exchange.progressNotification(progress);
    } catch (RuntimeException e) {
      // why: a run does not end half done because nobody listens
      LOG.debug("A client did not take the progress of its run", e);
    }
  }

  /** The keys under which a server with tasks says where the run is recorded. */
  private static Map<String, Object> notDurable() {
    var meta = new LinkedHashMap<String, Object>();
    meta.put("durable", false);
    meta.put("durable_reason", "this server has no tasks to record the run in");
    return meta;
  }
}
