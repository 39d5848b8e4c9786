package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.TraceForm;
import dev.baton.workflow.internal.run.RunOutcome;
import dev.baton.workflow.internal.run.WorkflowHost;
import dev.baton.workflow.prompt.PromptMessage;
import java.util.List;

/**
 * The conversation that a run was, and would have been had a client made its calls. Immutable,
 * thread safe.
 *
 * {@snippet file="dev/baton/workflow/internal/run/RunExamplesTest.java" region="trace"}
 */
public final class Trace {
  private final String workflow;
  private final List<TracePart> parts;

  private Trace(String workflow, List<TracePart> parts) {
    this.workflow = workflow;
    this.parts = List.copyOf(parts);
  }

  /** The trace of a run as it stands; resources are read from the host. */
  public static Trace of(RunOutcome outcome, WorkflowHost host, Narration narration) {
    return new Trace(outcome.workflow().name(), new TraceWriter(outcome, host, narration).write());
  }

  /** In a form; {@code AUTO} is what is known to be right for this client. */
  public List<PromptMessage> messages(TraceForm form, String clientName) {
    return switch (form) {
      case MESSAGES -> messages();
      case SINGLE -> List.of(single());
      case AUTO -> messages(TraceForms.of(clientName), clientName);
    };
  }

  /** A message for each part. */
  public List<PromptMessage> messages() {
    return parts.stream().map(part -> new PromptMessage(part.role(), part.content())).toList();
  }

  /** The same in one user message that says of each part whose it is. */
  public PromptMessage single() {
    return PromptMessage.user(SingleMessage.of(workflow, parts));
  }
}
