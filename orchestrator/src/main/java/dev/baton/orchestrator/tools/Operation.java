package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Tool;
import java.util.List;

/**
 * One thing that users can do, by whichever door they come.
 *
 * @param verb the words on the command line, such as {@code attempt start}; options and arguments
 *     are the fields of the tool
 * @param endpoints the first is the usual one
 * @param isCore true if it belongs to the specified list, which some servers serve alone
 */
public record Operation(
    Tool<?, ?> tool, List<String> verb, List<Endpoint> endpoints, boolean isCore) {
  public Operation {
    verb = List.copyOf(verb);
    endpoints = List.copyOf(endpoints);
  }

  public String name() {
    return tool.name();
  }
}
