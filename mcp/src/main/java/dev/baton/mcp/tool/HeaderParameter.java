package dev.baton.mcp.tool;

import java.util.List;

/**
 * An argument that clients of the newer era repeat in an HTTP header.
 *
 * @param name as the schema has it, without the prefix
 * @param path the property names that lead to the argument
 * @param type its JSON type: string, integer or boolean
 */
public record HeaderParameter(String name, List<String> path, String type) {
  public HeaderParameter {
    path = List.copyOf(path);
  }

  /** The header's whole name. */
  public String header() {
    return "Mcp-Param-" + name;
  }
}
