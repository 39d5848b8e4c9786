package dev.baton.workflow.internal.run;

import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.prompt.ResourceSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A server with the tools and resources of a test, which notes every call. Not thread safe. */
public final class ToyHost implements WorkflowHost {
  private final Map<String, ToolFacts> facts = new LinkedHashMap<>();
  private final Map<String, Behaviour> behaviours = new LinkedHashMap<>();
  private final Map<String, List<ResourceSnapshot>> resources = new LinkedHashMap<>();
  private final List<StepCall> calls = new ArrayList<>();

  /** What a tool does. */
  @FunctionalInterface
  public interface Behaviour {
    ToolOutcome call(ObjectNode arguments) throws InterruptedException;
  }

  /** A tool that takes anything. */
  public ToyHost tool(String name, Behaviour behaviour) {
    return tool(name, "Does " + name + ".", "{'type': 'object'}", "", behaviour);
  }

  /** A tool with hints, any of {@code readOnly}, {@code destructive}, {@code idempotent}. */
  public ToyHost tool(
      String name, String description, String schema, String hints, Behaviour behaviour) {
    facts.put(
        name,
        new ToolFacts(
            name,
            description,
            Flow.json(schema),
            Optional.empty(),
            hints.contains("readOnly"),
            hints.contains("destructive"),
            hints.contains("idempotent")));
    behaviours.put(name, behaviour);
    return this;
  }

  /** A tool that always gives the same. */
  public ToyHost tool(String name, String result) {
    return tool(name, arguments -> ToolOutcome.structured(Flow.json(result)));
  }

  public ToyHost without(String tool) {
    facts.remove(tool);
    return this;
  }

  public ToyHost resource(String uri, ResourceSnapshot... contents) {
    resources.put(uri, List.of(contents));
    return this;
  }

  public ToyHost resource(String uri, String text) {
    return resource(uri, ResourceSnapshot.text(uri, "text/plain", text));
  }

  @Override
  public Optional<ToolFacts> findTool(String name) {
    return Optional.ofNullable(facts.get(name));
  }

  @Override
  public ToolOutcome call(StepCall call) throws InterruptedException {
    calls.add(new StepCall(call.step(), call.tool(), call.arguments().deepCopy(), call.timeout()));
    return Optional.ofNullable(behaviours.get(call.tool())).orElseThrow().call(call.arguments());
  }

  @Override
  public Optional<List<ResourceSnapshot>> read(String uri) throws IOException {
    if (uri.startsWith("resource://broken")) {
      throw new IOException("disk on fire");
    }
    return Optional.ofNullable(resources.get(uri));
  }

  public List<StepCall> calls() {
    return calls;
  }

  /** The calls as {@code tool{arguments}}. */
  public List<String> called() {
    return calls.stream().map(call -> call.tool() + call.arguments()).toList();
  }
}
