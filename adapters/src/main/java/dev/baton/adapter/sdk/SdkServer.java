package dev.baton.adapter.sdk;

import dev.baton.workflow.ServerCatalog;
import dev.baton.workflow.ToolFacts;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tools and resources of the server that serves the workflows. Thread safe if its handlers are.
 */
final class SdkServer implements ServerCatalog {
  private final Map<String, SdkTool> tools = new LinkedHashMap<>();
  private final SdkResources resources;
  private final List<String> promptNames;

  SdkServer(List<SyncToolSpecification> tools, SdkResources resources, List<String> promptNames) {
    tools.forEach(tool -> this.tools.put(tool.tool().name(), new SdkTool(tool)));
    this.resources = resources;
    this.promptNames = List.copyOf(promptNames);
  }

  Optional<SdkTool> find(String tool) {
    return Optional.ofNullable(tools.get(tool));
  }

  SdkResources resources() {
    return resources;
  }

  @Override
  public Optional<ToolFacts> findTool(String name) {
    return find(name).map(SdkTool::facts);
  }

  @Override
  public List<String> toolNames() {
    return List.copyOf(tools.keySet());
  }

  @Override
  public boolean hasResource(String uri) {
    return resources.has(uri);
  }

  @Override
  public List<String> resourceUris() {
    return resources.uris();
  }

  @Override
  public List<String> promptNames() {
    return promptNames;
  }
}
