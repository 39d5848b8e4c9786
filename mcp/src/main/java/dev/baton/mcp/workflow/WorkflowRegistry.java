package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.catalog.Catalog;
import dev.baton.mcp.internal.durable.DurableRuns;
import dev.baton.mcp.internal.durable.RunHome;
import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.internal.durable.RunResults;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.server.ServerInside;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.narrative.SkillText;
import dev.baton.workflow.internal.run.Sleeper;
import dev.baton.workflow.internal.run.WorkflowRunner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** The workflows that a server serves, and what their runs share. Thread safe. */
final class WorkflowRegistry {
  private static final String MARKDOWN = "text/markdown";

  private final ServerInside inside;
  private final Catalog catalog;
  private final DurableRuns runs;
  private final WorkflowRunner runner;
  private final TraceForm traceForm;
  private final Map<String, SequentialWorkflow> workflows = new ConcurrentHashMap<>();
  private final Map<String, Unfolding> unfoldings = new ConcurrentHashMap<>();
  private boolean hasDurableRuns;

  WorkflowRegistry(ServerInside inside, TraceForm traceForm) {
    this.inside = inside;
    this.catalog = new Catalog(inside);
    this.runs = new DurableRuns(inside, this::find);
    this.runner = new WorkflowRunner(inside.clock(), Sleeper.threads());
    this.traceForm = traceForm;
  }

  ServerInside inside() {
    return inside;
  }

  Catalog catalog() {
    return catalog;
  }

  DurableRuns runs() {
    return runs;
  }

  WorkflowRunner runner() {
    return runner;
  }

  /** This server, for a run of a caller. */
  ServerHost host(RequestContext context, RunHome home, Secrets secrets) {
    return new ServerHost(inside, catalog, context, home, secrets);
  }

  /** The form that a trace has: the workflow's, or else the server's. */
  TraceForm traceForm(SequentialWorkflow workflow) {
    return workflow.traceForm() == TraceForm.AUTO ? traceForm : workflow.traceForm();
  }

  /** Adds what durable runs need, and recovers those of dead processes. */
  private void addDurableRuns() {
    hasDurableRuns = true;
    inside.server().addResourceTemplate(RunResults.resources(inside.taskStore(), runs::secrets));
    RunTools.all(this).forEach(inside.server()::addTool);
    inside.filterCalls(new CallRecording(this));
    inside.supportTasks(TaskKind.WORKFLOW_RUN, runs);
  }

  /** Lets this make the steps of a workflow for each run. */
  void unfolds(String workflow, Unfolding unfolding) {
    unfoldings.put(workflow, unfolding);
  }

  /** What the steps of a run that begins now are made of; missing if its workflow has them all. */
  JsonNode lookUp(SequentialWorkflow workflow, ObjectNode arguments, RequestContext context)
      throws InterruptedException {
    var unfolding = unfoldings.get(workflow.name());
    return unfolding == null
        ? MissingNode.getInstance()
        : unfolding.find(
            workflow, arguments.deepCopy(), host(context, RunHome.none(), Secrets.NONE));
  }

  /** The workflow with the steps of a run, made of what was found when the run began. */
  SequentialWorkflow unfolded(SequentialWorkflow workflow, JsonNode found) {
    var unfolding = unfoldings.get(workflow.name());
    return unfolding == null || found.isMissingNode()
        ? workflow
        : unfolding.unfold(workflow, found);
  }

  /** Serves a workflow as a prompt, a tool and a skill, or those of them that it wants. */
  synchronized void add(SequentialWorkflow workflow) {
    var server = inside.server();
    prepare(workflow);
    if (workflow.servedAs().contains(ServedAs.PROMPT)) {
      server.addPrompt(WorkflowPrompt.of(this, workflow));
    }
    if (workflow.servedAs().contains(ServedAs.TOOL)) {
      server.addTool(WorkflowTool.of(this, workflow));
    }
    if (workflow.servedAs().contains(ServedAs.SKILL)) {
      server.addResource(skill(workflow));
    }
  }

  private void prepare(SequentialWorkflow workflow) {
    if (workflow.durable() && !hasDurableRuns) {
      addDurableRuns();
    }
    workflows.put(workflow.name(), workflow);
  }

  /** Serves another version of a workflow; there is no moment without any. */
  synchronized void replace(SequentialWorkflow workflow) {
    var server = inside.server();
    prepare(workflow);
    if (workflow.servedAs().contains(ServedAs.PROMPT)) {
      server.replacePrompt(WorkflowPrompt.of(this, workflow));
    } else {
      server.removePrompt(workflow.name());
    }
    if (workflow.servedAs().contains(ServedAs.TOOL)) {
      server.replaceTool(WorkflowTool.of(this, workflow));
    } else {
      server.removeTool(workflow.toolName());
    }
    if (workflow.servedAs().contains(ServedAs.SKILL)) {
      server.replaceResource(skill(workflow));
    } else {
      server.removeResource(skillUri(workflow));
    }
  }

  synchronized void remove(SequentialWorkflow workflow) {
    workflows.remove(workflow.name());
    inside.server().removePrompt(workflow.name());
    inside.server().removeTool(workflow.toolName());
    inside.server().removeResource(skillUri(workflow));
  }

  private Resource skill(SequentialWorkflow workflow) {
    var uri = skillUri(workflow);
    return Resource.of(
            uri,
            "Skill " + workflow.name(),
            MARKDOWN,
            // why only when it is read: it tells of tools, which may come and go
            context ->
                List.of(
                    ResourceContents.text(
                        uri, MARKDOWN, SkillText.of(workflow, catalog::findTool))))
        .withDescription("How to " + workflow.description());
  }

  private static String skillUri(SequentialWorkflow workflow) {
    return "resource://skills/%s/SKILL.md".formatted(workflow.name());
  }

  private Optional<SequentialWorkflow> find(String name) {
    return Optional.ofNullable(workflows.get(name));
  }

  /** The workflow of a run, with the steps of this run. */
  Optional<SequentialWorkflow> find(TaskRecord run) {
    return find(RunRecords.workflow(run))
        .map(workflow -> unfolded(workflow, RunRecords.found(run)));
  }

  List<String> names() {
    return workflows.keySet().stream().sorted().toList();
  }
}
