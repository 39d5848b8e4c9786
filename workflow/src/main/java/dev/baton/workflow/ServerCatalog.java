package dev.baton.workflow;

import java.util.List;
import java.util.Optional;

/** What a server has that a workflow can refer to. Asked whenever workflows are checked. */
public interface ServerCatalog {
  /** What the server says about a tool; empty if it has no such tool. */
  Optional<ToolFacts> findTool(String name);

  /** The tools that are no workflows, as they are listed to people. */
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

  /** The prompts that are no workflows. */
  List<String> promptNames();
}
