package dev.baton.orchestrator.failure;

import dev.baton.mcp.tool.ToolFailure;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Refuses a call that only another node can do, before anything was done. A caller that can reach
 * that node catches it and passes the call on.
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
