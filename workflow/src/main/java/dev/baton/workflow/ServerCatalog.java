package dev.baton.workflow;

import dev.baton.workflow.reference.TextTemplate;
import java.util.List;
import java.util.Optional;

/**
 * What a server has that a workflow can refer to. Asked whenever workflows are checked; the
 * workflows themselves are not in it, neither as prompts nor as tools.
 */
public interface ServerCatalog {
  /** What the server says about a tool; empty if it has no such tool. */
  Optional<ToolFacts> findTool(String name);

  /** The names of the tools, as they are listed to people. */
  List<String> toolNames();

  /**
   * If the server can read this resource.
   *
   * @param uri a {@linkplain TextTemplate template}: a variable in braces stands for text that only
   *     a run knows, so it fits what a resource template of the server leaves open
   */
  boolean hasResource(String uri);

  /** The URIs of resources and of resource templates, as they are listed to people. */
  List<String> resourceUris();

  /** The names of the prompts. */
  List<String> promptNames();
}
