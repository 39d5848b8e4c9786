package dev.baton.mcp.workflow;

import dev.baton.mcp.server.ServerInside;
import dev.baton.mcp.server.ServerPart;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.WorkflowCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Workflows as a part of a server: each as a prompt that runs it, as a tool and as a skill.
 * Immutable.
 *
 * <p>The server is not built if a workflow does not fit it; the exception lists every problem. A
 * file that does not fit is reported in the log and left out, because files change while a server
 * runs.
 */
public final class Workflows implements ServerPart {
  private final List<SequentialWorkflow> workflows;
  private final Map<String, Unfolding> unfoldings;
  private final List<Path> folders;
  private final TraceForm traceForm;

  private Workflows(
      List<SequentialWorkflow> workflows,
      Map<String, Unfolding> unfoldings,
      List<Path> folders,
      TraceForm traceForm) {
    this.workflows = List.copyOf(workflows);
    this.unfoldings = Map.copyOf(unfoldings);
    this.folders = List.copyOf(folders);
    this.traceForm = traceForm;
  }

  /** Serves these workflows. */
  public static Workflows of(SequentialWorkflow... workflows) {
    return new Workflows(List.of(workflows), Map.of(), List.of(), TraceForm.AUTO);
  }

  /** Serves a further workflow whose steps are made anew for each run. */
  public Workflows withUnfolding(SequentialWorkflow outline, Unfolding unfolding) {
    var all = new ArrayList<>(workflows);
    all.add(outline);
    var unfolded = new HashMap<>(unfoldings);
    unfolded.put(outline.name(), unfolding);
    return new Workflows(all, unfolded, folders, traceForm);
  }

  /** The form of traces in this server, for workflows that leave it open. */
  public Workflows withTrace(TraceForm form) {
    return new Workflows(workflows, unfoldings, folders, form);
  }

  /** Serves the workflow files in these directories too, as they are at any time. */
  public Workflows withFolders(List<Path> directories) {
    return new Workflows(workflows, unfoldings, directories, traceForm);
  }

  @Override
  public void addTo(ServerInside inside) {
    var registry =
        inside.shared(WorkflowRegistry.class, () -> new WorkflowRegistry(inside, traceForm));
    WorkflowCheck.against(registry.catalog()).require(workflows);
    unfoldings.forEach(registry::unfolds);
    workflows.forEach(registry::add);
    if (!folders.isEmpty()) {
      new ServedFolders(registry, folders).serve();
    }
  }
}
