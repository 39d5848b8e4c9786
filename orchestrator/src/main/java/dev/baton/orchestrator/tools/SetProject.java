package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class SetProject {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("Labels that a node must have to run its attempts; empty for none")
          Optional<List<String>> labels) {}

  record Response(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description("Labels that a node must have to run its attempts") List<String> labels) {}

  private SetProject() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("set_project", Request.class, Response.class)
        .title("Set project")
        .description(
            """
            Says which nodes may run the attempts of a project: those that have all these labels.
            Use when: only some machines have what the project needs.
            Required: project_id.
            Optional: labels (left out, they stay).
            Next: start_task_attempt.
            Avoid: labels that no node has; list_nodes shows them.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, SetProject::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var labels =
        request
            .labels()
            .map(wanted -> orchestrator.nodes().setLabels(request.projectId(), wanted))
            .orElseGet(() -> orchestrator.nodes().labels(request.projectId()));
    return new Response(request.projectId(), labels);
  }
}
