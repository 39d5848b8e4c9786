package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

final class DrainNode {
  record Request(
      @Description("Node, from list_nodes") String node,
      @Description("Milliseconds to wait until nothing runs there, at most 45000; default 0")
          Optional<BigInteger> waitMs) {}

  private DrainNode() {}

  static Tool<Request, NodeView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("drain_node", Request.class, NodeView.class)
        .title("Drain node")
        .description(
            """
            Starts nothing new on a node; what runs there runs to its end. It stays so, also after a
            restart, until resume_node.
            Use when: a machine shall be updated or switched off.
            Required: node.
            Optional: wait_ms.
            Next: when running is 0, end its program; resume_node later.
            Avoid: ending a worker to free it: its agents go on.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, DrainNode::handle));
  }

  static NodeView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return NodeView.of(
        orchestrator
            .nodes()
            .drain(
                request.node(), request.waitMs().map(Limits::milliseconds).orElse(Duration.ZERO)));
  }
}
