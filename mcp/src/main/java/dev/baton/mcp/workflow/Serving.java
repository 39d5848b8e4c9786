package dev.baton.mcp.workflow;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.server.ServerInside;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.run.Sleeper;
import dev.baton.workflow.run.WorkflowRunner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What all workflows of one server share. Thread safe. */
final class Serving {
  private final ServerInside inside;
  private final Catalog catalog;
  private final DurableRuns runs;
  private final WorkflowRunner runner;
  private final TraceForm traceForm;
  private final Map<String, SequentialWorkflow> workflows = new ConcurrentHashMap<>();

  Serving(ServerInside inside, TraceForm traceForm) {
    this.inside = inside;
    this.catalog = new Catalog(inside);
    this.runs = new DurableRuns(inside);
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

  ServerHost host(RequestContext context) {
    return new ServerHost(inside, catalog, context);
  }

  /** The form that a trace has: the workflow's, or else the server's. */
  TraceForm traceForm(SequentialWorkflow workflow) {
    return workflow.traceForm() == TraceForm.AUTO ? traceForm : workflow.traceForm();
  }

  void add(SequentialWorkflow workflow) {
    workflows.put(workflow.name(), workflow);
  }

  void remove(String name) {
    workflows.remove(name);
  }

  Optional<SequentialWorkflow> find(String name) {
    return Optional.ofNullable(workflows.get(name));
  }

  List<String> names() {
    return workflows.keySet().stream().sorted().toList();
  }
}
