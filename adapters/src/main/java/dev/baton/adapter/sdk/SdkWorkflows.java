package dev.baton.adapter.sdk;

import dev.baton.workflow.InvalidWorkflowException;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.WorkflowCheck;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Workflows for a stock server of the official Java SDK: each becomes a prompt that calls the tools
 * and reads the resources of that server. Not thread safe; the prompts are, if the handlers of the
 * server are.
 *
 * {@snippet file="dev/baton/adapter/sdk/SdkExamplesTest.java" region="server"}
 *
 * <p>It is given the same lists as the server. A step's call goes to the handler of the tool with
 * the caller's exchange; input and output are checked against the tool's schemas. A call that has a
 * timeout has a thread of its own, which knows nothing of the caller's thread.
 *
 * <p>A stock server has no tasks. So a durable workflow runs here without one: nothing of the run
 * is recorded, it is handed off when it stops, and the answer's {@code _meta} has {@code durable:
 * false} and {@code durable_reason}.
 */
public final class SdkWorkflows {
  private final List<SequentialWorkflow> workflows;
  private final List<SyncToolSpecification> tools = new ArrayList<>();
  private final List<SyncResourceSpecification> resources = new ArrayList<>();
  private final List<SyncResourceTemplateSpecification> resourceTemplates = new ArrayList<>();
  private final List<String> otherPrompts = new ArrayList<>();
  private Predicate<String> isListed = name -> true;
  private TraceForm traceForm = TraceForm.AUTO;

  private SdkWorkflows(List<SequentialWorkflow> workflows) {
    this.workflows = workflows;
  }

  /** Those of the workflows that are served as prompts; a stock server has no other way. */
  public static SdkWorkflows of(SequentialWorkflow... workflows) {
    return of(List.of(workflows));
  }

  /** Those of the workflows that are served as prompts; a stock server has no other way. */
  public static SdkWorkflows of(List<SequentialWorkflow> workflows) {
    return new SdkWorkflows(
        workflows.stream().filter(it -> it.servedAs().contains(ServedAs.PROMPT)).toList());
  }

  /** Tools of the server. */
  public SdkWorkflows tools(List<SyncToolSpecification> specifications) {
    tools.addAll(specifications);
    return this;
  }

  /** Resources of the server. */
  public SdkWorkflows resources(List<SyncResourceSpecification> specifications) {
    resources.addAll(specifications);
    return this;
  }

  /** Resource templates of the server. */
  public SdkWorkflows resourceTemplates(List<SyncResourceTemplateSpecification> specifications) {
    resourceTemplates.addAll(specifications);
    return this;
  }

  /** Prompts that the server has beside the workflows; their names are taken. */
  public SdkWorkflows otherPrompts(List<SyncPromptSpecification> specifications) {
    specifications.forEach(it -> otherPrompts.add(it.prompt().name()));
    return this;
  }

  /**
   * Lets a run call a tool only while it is in this list, such as {@code server::listTools}: a step
   * whose tool was removed is handed off. Without it a run calls the tools that are given here,
   * whatever becomes of them in the server.
   */
  public SdkWorkflows withToolsListedBy(Supplier<List<Tool>> listing) {
    isListed = name -> listing.get().stream().anyMatch(tool -> tool.name().equals(name));
    return this;
  }

  /** The form of traces in this server, for workflows that leave it open. */
  public SdkWorkflows withTrace(TraceForm form) {
    traceForm = form;
    return this;
  }

  /**
   * The prompts, to register in the server.
   *
   * @throws InvalidWorkflowException with every problem, if a workflow does not fit the server
   */
  public List<SyncPromptSpecification> prompts() {
    var server = new SdkServer(tools, new SdkResources(resources, resourceTemplates), otherPrompts);
    WorkflowCheck.against(server)
        .require(workflows.stream().map(SdkWorkflows::asPromptOnly).toList());
    var runs = new SdkRuns(server, isListed, traceForm);
    return workflows.stream().map(workflow -> SdkPrompt.of(runs, workflow)).toList();
  }

  /** The completions of the prompts' arguments, for a server that has that capability. */
  public List<SyncCompletionSpecification> completions() {
    return workflows.stream().map(SdkCompletion::of).toList();
  }

  // why: there is no tool that runs the workflow, so its name is free and no step can call it
  private static SequentialWorkflow asPromptOnly(SequentialWorkflow workflow) {
    return new SequentialWorkflow(
        workflow.name(),
        workflow.title(),
        workflow.description(),
        workflow.arguments(),
        workflow.instructions(),
        workflow.steps(),
        workflow.errorStrategy(),
        workflow.durable(),
        workflow.traceForm(),
        workflow.timeBudget(),
        Set.of(ServedAs.PROMPT));
  }

  /** Completes the arguments of one workflow. Thread safe if their sources are. */
  private static final class SdkCompletion {
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
              () ->
                  argument.allowedValues().stream().filter(value -> begins(value, typed)).toList());
    }

    private static boolean begins(String value, String typed) {
      return value.toLowerCase(Locale.ROOT).startsWith(typed.toLowerCase(Locale.ROOT));
    }
  }
}
