package dev.baton.mcp.workflow;

import dev.baton.mcp.server.Resource;
import dev.baton.mcp.server.ServerInside;
import dev.baton.mcp.server.ServerPart;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.run.narrative.SkillText;
import java.util.List;

/**
 * Workflows as a part of a server: each as a prompt that runs it, as a tool and as a skill.
 * Immutable.
 *
 * <p>The server is not built if a workflow does not fit it; the exception lists every problem.
 */
public final class Workflows implements ServerPart {
  private final List<SequentialWorkflow> workflows;
  private final TraceForm traceForm;

  private Workflows(List<SequentialWorkflow> workflows, TraceForm traceForm) {
    this.workflows = List.copyOf(workflows);
    this.traceForm = traceForm;
  }

  public static Workflows of(SequentialWorkflow... workflows) {
    return of(List.of(workflows));
  }

  public static Workflows of(List<SequentialWorkflow> workflows) {
    return new Workflows(workflows, TraceForm.AUTO);
  }

  /** The form of traces, for workflows that leave it open. */
  public Workflows withTrace(TraceForm form) {
    return new Workflows(workflows, form);
  }

  @Override
  public void addTo(ServerInside inside) {
    var serving = new Serving(inside, traceForm);
    workflows.forEach(workflow -> serve(serving, workflow));
    if (workflows.stream().anyMatch(SequentialWorkflow::durable)) {
      inside.server().addResourceTemplate(RunResults.resources(inside.taskStore()));
      RunTools.all(serving).forEach(inside.server()::addTool);
      inside.filterCalls(new Continuation(serving));
      serving.runs().recover();
    }
  }

  private static void serve(Serving serving, SequentialWorkflow workflow) {
    var server = serving.inside().server();
    serving.add(workflow);
    if (workflow.servedAs().contains(ServedAs.PROMPT)) {
      server.addPrompt(WorkflowPrompt.of(serving, workflow));
    }
    if (workflow.servedAs().contains(ServedAs.TOOL)) {
      server.addTool(WorkflowTool.of(serving, workflow));
    }
    if (workflow.servedAs().contains(ServedAs.SKILL)) {
      server.addResource(skill(workflow));
    }
  }

  private static Resource skill(SequentialWorkflow workflow) {
    return Resource.text(
            "resource://skills/%s/SKILL.md".formatted(workflow.name()),
            "Skill " + workflow.name(),
            "text/markdown",
            SkillText.of(workflow))
        .withDescription("How to " + workflow.description());
  }
}
