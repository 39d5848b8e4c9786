package dev.baton.app.workflows;

import dev.baton.mcp.workflow.Workflows;
import dev.baton.workflow.InvalidWorkflowException;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.yaml.WorkflowFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The workflows that every server of the board has, beside those of its user. */
public final class BuiltInWorkflows {
  private BuiltInWorkflows() {}

  /** All of them, for a server that has the tools of the board. */
  public static Workflows all() throws IOException {
    return Workflows.of(load("deliver_task"), load("compare_executors"))
        .withUnfolding(load("triage_failures"), new TriageFailures());
  }

  static SequentialWorkflow load(String name) throws IOException {
    var file = name + ".yaml";
    try (var resource = BuiltInWorkflows.class.getResourceAsStream(file)) {
      if (resource == null) {
        throw new IOException(file + " is not on the class path; build Baton again");
      }
      var read =
          WorkflowFile.parse(file, new String(resource.readAllBytes(), StandardCharsets.UTF_8));
      return read.workflow().orElseThrow(() -> new InvalidWorkflowException(read.problems()));
    }
  }
}
