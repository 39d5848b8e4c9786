package dev.baton.mcp.workflow;

import dev.baton.mcp.server.ServerInside;
import dev.baton.mcp.server.ServerPart;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.WorkflowCheck;
import java.nio.file.Path;
import java.util.List;

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
  private final List<Path> folders;
  private final TraceForm traceForm;

  private Workflows(List<SequentialWorkflow> workflows, List<Path> folders, TraceForm traceForm) {
    this.workflows = List.copyOf(workflows);
    this.folders = List.copyOf(folders);
    this.traceForm = traceForm;
  }

  public static Workflows of(SequentialWorkflow... workflows) {
    return new Workflows(List.of(workflows), List.of(), TraceForm.AUTO);
  }

  /** The form of traces in this server, for workflows that leave it open. */
  public Workflows withTrace(TraceForm form) {
    return new Workflows(workflows, folders, form);
  }

  /** Serves the workflow files in these directories too, as they are at any time. */
  public Workflows withFolders(List<Path> directories) {
    return new Workflows(workflows, directories, traceForm);
  }

  @Override
  public void addTo(ServerInside inside) {
    var serving = inside.shared(Serving.class, () -> new Serving(inside, traceForm));
    WorkflowCheck.against(serving.catalog()).require(workflows);
    workflows.forEach(serving::add);
    if (!folders.isEmpty()) {
      new ServedFolders(serving, folders).serve();
    }
  }
}
