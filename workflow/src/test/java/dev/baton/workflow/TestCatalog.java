package dev.baton.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A server that has what a test gives it. */
public final class TestCatalog implements ServerCatalog {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Map<String, ToolFacts> tools = new LinkedHashMap<>();
  private final List<String> resources = new ArrayList<>();
  private final List<String> prompts = new ArrayList<>();

  /** A tool whose schemas are JSON with single quotes; an empty output schema is none. */
  public TestCatalog tool(String name, String input, String output) {
    var outputSchema = output.isEmpty() ? Optional.<ObjectNode>empty() : Optional.of(json(output));
    tools.put(
        name, new ToolFacts(name, "Does " + name, json(input), outputSchema, false, false, false));
    return this;
  }

  public TestCatalog resource(String uri) {
    resources.add(uri);
    return this;
  }

  public TestCatalog prompt(String name) {
    prompts.add(name);
    return this;
  }

  private static ObjectNode json(String text) {
    return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
  }

  @Override
  public Optional<ToolFacts> findTool(String name) {
    return Optional.ofNullable(tools.get(name));
  }

  @Override
  public List<String> toolNames() {
    return List.copyOf(tools.keySet());
  }

  @Override
  public boolean hasResource(String uri) {
    return resources.contains(uri);
  }

  @Override
  public List<String> resourceUris() {
    return List.copyOf(resources);
  }

  @Override
  public List<String> promptNames() {
    return List.copyOf(prompts);
  }
}
