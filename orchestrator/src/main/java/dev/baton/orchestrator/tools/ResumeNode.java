package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.function.Supplier;

final class ResumeNode {
  record Request(@Description("Node, from list_nodes") String node) {}

  private ResumeNode() {}

  static Tool<Request, NodeView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("resume_node", Request.class, NodeView.class)
        .title("Resume node")
        .description(
            """
            Lets a node that was drained take attempts again.
            Use when: its machine is ready.
            Required: node.
            Optional: nothing.
            Next: list_nodes.
            Avoid: nothing.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, ResumeNode::handle));
  }

  static NodeView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return NodeView.of(orchestrator.nodes().resume(request.node()));
  }
}
