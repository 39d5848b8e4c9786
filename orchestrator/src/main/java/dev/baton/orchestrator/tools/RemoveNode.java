package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.function.Supplier;

final class RemoveNode {
  record Request(@Description("Node, from list_nodes") String node) {}

  record Response(
      @Description("The node") String node,
      @Description("True: it is known no more") boolean removed) {}

  private RemoveNode() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("remove_node", Request.class, Response.class)
        .title("Remove node")
        .description(
            """
            Forgets a node that never comes back; one that lives is refused. What ran there has
            failed and can be moved elsewhere. If it comes back after all, it ends its old agents
            and keeps their work.
            Use when: a machine is gone for good, or another one shall have its name.
            Required: node.
            Optional: nothing.
            Next: move_attempt for attempts that were there.
            Avoid: removing a node that is only away for a while.\
            """)
        .annotations(Hints.REMOVES)
        .handler(new OperationHandler<>(orchestrator, RemoveNode::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return new Response(orchestrator.nodes().remove(request.node()).name(), true);
  }
}
