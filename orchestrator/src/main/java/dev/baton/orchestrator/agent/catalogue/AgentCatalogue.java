package dev.baton.orchestrator.agent.catalogue;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** All executors by name. Immutable and thread safe; after a change of settings make a new one. */
public final class AgentCatalogue {
  private final Map<String, AgentExecutor> executors;

  /**
   * A catalogue in this order.
   *
   * @throws IllegalArgumentException if two have the same name, or a default variant is missing
   */
  public AgentCatalogue(List<AgentExecutor> executors) {
    var byName = new LinkedHashMap<String, AgentExecutor>();
    for (var executor : executors) {
      if (byName.put(executor.name(), executor) != null) {
        throw new IllegalArgumentException(
            "Executor %s is there twice: give one of them another name".formatted(executor.name()));
      }
      executor.defaultVariant();
    }
    this.executors = Collections.unmodifiableMap(byName);
  }

  public Optional<AgentExecutor> find(String name) {
    return Optional.ofNullable(executors.get(name));
  }

  public List<String> names() {
    return List.copyOf(executors.keySet());
  }

  /** One executor as lists show it. */
  public record Listing(
      String executor,
      List<String> variants,
      boolean supportsMcp,
      String defaultVariant,
      ModelCatalogue models,
      Availability availability) {
    public Listing {
      variants = List.copyOf(variants);
    }
  }

  /** All executors; programs are asked for their versions side by side. */
  public List<Listing> list() {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var asked =
          executors.values().stream()
              .map(executor -> CompletableFuture.supplyAsync(() -> listing(executor), threads))
              .toList();
      return asked.stream().map(CompletableFuture::join).toList();
    }
  }

  private static Listing listing(AgentExecutor executor) {
    return new Listing(
        executor.name(),
        executor.variants().stream().map(AgentVariant::name).toList(),
        executor.supportsMcp(),
        executor.defaultVariant().name(),
        executor.models(),
        executor.availability());
  }
}
