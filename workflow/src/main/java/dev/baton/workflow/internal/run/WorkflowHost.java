package dev.baton.workflow.internal.run;

import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.prompt.ResourceSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The server that a workflow runs in, as one caller sees it. Used by one thread at a time. */
public interface WorkflowHost {
  Optional<ToolFacts> findTool(String name);

  /**
   * Calls a tool as a client's call would. A failure of the tool is an outcome; so is a call that
   * took longer than its timeout.
   *
   * @throws InterruptedException if the run was cancelled while the call was under way
   */
  ToolOutcome call(StepCall call) throws InterruptedException;

  /** What a resource holds; empty if there is none with this URI. */
  Optional<List<ResourceSnapshot>> read(String uri) throws IOException, InterruptedException;
}
