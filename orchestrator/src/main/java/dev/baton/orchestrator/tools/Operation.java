package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Tool;
import java.util.List;

/**
 * One thing that users can do, by whichever door they come.
 *
 * @param verb the words on the command line, such as {@code attempt start}; options and arguments
 *     are the fields of the tool
 * @param endpoints the first is the usual one
 * @param reach by which doors it can be had
 */
public record Operation(Tool<?, ?> tool, List<String> verb, List<Endpoint> endpoints, Reach reach) {
  public Operation {
    verb = List.copyOf(verb);
    endpoints = List.copyOf(endpoints);
  }

  /** By which doors an operation can be had. */
  public enum Reach {
    /** By all, always. */
    CORE,
    /** By all, unless the server was told to serve the core alone. */
    FULL,
    /** By command line and HTTP only, and not by agents: it decides what runs on this machine. */
    OPERATOR
  }

  /** True if models are offered it. */
  public boolean isTool() {
    return reach != Reach.OPERATOR;
  }

  public String name() {
    return tool.name();
  }
}
