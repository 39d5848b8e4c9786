package dev.baton.adapter.sdk;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowArgument;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import java.util.List;
import java.util.Locale;

/** Completes the arguments of one workflow. Thread safe if their sources are. */
final class SdkCompletion {
  /** The protocol allows no more in one answer. */
  private static final int MOST_VALUES = 100;

  private final SequentialWorkflow workflow;

  private SdkCompletion(SequentialWorkflow workflow) {
    this.workflow = workflow;
  }

  static SyncCompletionSpecification of(SequentialWorkflow workflow) {
    return new SyncCompletionSpecification(
        PromptReference.builder(workflow.name()).build(), new SdkCompletion(workflow)::complete);
  }

  // why unused: a source of values knows neither the caller nor the server
  private CompleteResult complete(
      @SuppressWarnings("unused") McpSyncServerExchange exchange, CompleteRequest request) {
    var typed = request.argument().value();
    var values =
        workflow.arguments().stream()
            .filter(argument -> argument.name().value().equals(request.argument().name()))
            .findFirst()
            .map(argument -> values(argument, typed))
            .orElse(List.of());
    var first = values.stream().limit(MOST_VALUES).toList();
    return new CompleteResult(
        new CompleteCompletion(first, values.size(), values.size() > first.size()), null);
  }

  private static List<String> values(WorkflowArgument argument, String typed) {
    return argument
        .completion()
        .map(source -> source.apply(typed))
        .orElseGet(
            () -> argument.allowedValues().stream().filter(value -> begins(value, typed)).toList());
  }

  private static boolean begins(String value, String typed) {
    return value.toLowerCase(Locale.ROOT).startsWith(typed.toLowerCase(Locale.ROOT));
  }
}
