package dev.baton.orchestrator.failure;

import dev.baton.mcp.tool.ToolFailure;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Refuses what only another node can do, before anything was done; whoever can call that node
 * catches it and has the call done there.
 */
public final class AtOtherNode extends ToolFailure {
  private final String node;

  /**
   * A call that came to the wrong node.
   *
   * @param node where it can be done
   * @param details what is there; the name of the node is added
   */
  public AtOtherNode(String node, String message, String hint, Map<String, ?> details) {
    super(BoardFailureCode.NODE_UNAVAILABLE, message, hint, withNode(details, node));
    this.node = node;
  }

  /** Where it can be done. */
  public String node() {
    return node;
  }

  private static Map<String, ?> withNode(Map<String, ?> details, String node) {
    var all = new LinkedHashMap<String, Object>(details);
    all.put("node", node);
    return all;
  }
}
