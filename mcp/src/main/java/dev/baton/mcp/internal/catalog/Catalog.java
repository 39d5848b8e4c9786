package dev.baton.mcp.internal.catalog;

import dev.baton.mcp.server.ServerInside;
import dev.baton.mcp.tool.Tool;
import dev.baton.workflow.ServerCatalog;
import dev.baton.workflow.ToolFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The tools, prompts and resources of a server that workflows can use. Thread safe. */
public final class Catalog implements ServerCatalog {
  private record ToolEntry(Tool<?, ?> tool, ToolFacts facts) {}

  private final ServerInside inside;
  // why: facts keep their identity as long as the tool does, so that its schema is compiled once
  private final Map<String, ToolEntry> known = new ConcurrentHashMap<>();

  private final Predicate<String> isOwnPrompt;
  private final Predicate<String> isOwnTool;

  /** Everything in the server. */
  public Catalog(ServerInside inside) {
    this(inside, _ -> false, _ -> false);
  }

  /** Everything but the workflows that are to be checked against the server. */
  public Catalog(ServerInside inside, Predicate<String> isOwnPrompt, Predicate<String> isOwnTool) {
    this.inside = inside;
    this.isOwnPrompt = isOwnPrompt;
    this.isOwnTool = isOwnTool;
  }

  @Override
  public Optional<ToolFacts> findTool(String name) {
    return Optional.of(name)
        .filter(isOwnTool.negate())
        .flatMap(inside::findTool)
        .map(
            tool ->
                known
                    .compute(
                        name,
                        (_, before) ->
                            before != null && before.tool() == tool
                                ? before
                                : new ToolEntry(tool, facts(tool)))
                    .facts());
  }

  private static ToolFacts facts(Tool<?, ?> tool) {
    var hints = tool.annotations();
    return new ToolFacts(
        tool.name(),
        tool.description(),
        tool.inputSchema(),
        tool.outputSchema(),
        hints.isReadOnly(),
        hints.isDestructive(),
        hints.isIdempotent());
  }

  @Override
  public List<String> toolNames() {
    return inside.toolNames().stream().filter(isOwnTool.negate()).toList();
  }

  @Override
  public boolean hasResource(String uri) {
    return inside.knowsResource(uri);
  }

  @Override
  public List<String> resourceUris() {
    return List.copyOf(inside.resourceUris());
  }

  @Override
  public List<String> promptNames() {
    return inside.promptNames().stream().filter(isOwnPrompt.negate()).toList();
  }
}
