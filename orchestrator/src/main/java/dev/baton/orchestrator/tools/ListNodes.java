package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.List;
import java.util.function.Supplier;

final class ListNodes {
  record Request() {}

  record Response(@Description("All nodes, by name") List<NodeView> nodes) {}

  private ListNodes() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_nodes", Request.class, Response.class)
        .title("List nodes")
        .description(
            """
            Lists the servers and workers that share the database: what they can run, how much runs
            there, and when they were last seen by the clock of the database.
            Use when: something waits for a node, or a node shall be drained.
            Required: nothing.
            Optional: nothing.
            Next: drain_node, resume_node, or remove_node for one that never comes back.
            Avoid: comparing times with another clock.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListNodes::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return new Response(orchestrator.nodes().list().stream().map(NodeView::of).toList());
  }
}
