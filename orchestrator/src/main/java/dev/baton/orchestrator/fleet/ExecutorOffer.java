package dev.baton.orchestrator.fleet;

import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue.Listing;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An executor that can run if any node has it.
 *
 * @param listing with all models that some node takes
 * @param nodes who has it
 */
public record ExecutorOffer(Listing listing, List<String> nodes) {
  public ExecutorOffer {
    nodes = List.copyOf(nodes);
  }

  /** What a node and the others have, its own first. */
  public static List<ExecutorOffer> list(String self, List<Listing> own, List<KnownNode> nodes) {
    if (nodes.size() < 2) {
      return own.stream().map(listing -> new ExecutorOffer(listing, List.of(self))).toList();
    }
    var names = own.stream().map(Listing::executor).toList();
    var others =
        nodes.stream()
            .flatMap(node -> node.facts().stream())
            .flatMap(facts -> facts.executors().stream())
            .filter(executor -> !names.contains(executor.name()))
            .collect(
                Collectors.toMap(
                    NodeFacts.Executor::name,
                    ExecutorOffer::elsewhere,
                    (one, _) -> one,
                    LinkedHashMap::new));
    return Stream.concat(own.stream(), others.values().stream())
        .map(listing -> of(listing, self, nodes))
        .toList();
  }

  private static Listing elsewhere(NodeFacts.Executor executor) {
    return new Listing(
        executor.name(),
        executor.variants(),
        executor.supportsMcp(),
        executor.defaultVariant(),
        executor.models().orElse(ModelCatalogue.NONE),
        new Availability.Unavailable("no node that has it runs agents"));
  }

  private static ExecutorOffer of(Listing here, String self, List<KnownNode> nodes) {
    var having =
        nodes.stream()
            .filter(node -> node.room() > 0)
            .filter(
                node ->
                    node.name().equals(self)
                        ? here.availability().isAvailable()
                        : find(node, here).isPresent())
            .toList();
    var isHere = having.stream().anyMatch(node -> node.name().equals(self));
    var models =
        having.stream()
            .flatMap(node -> find(node, here).flatMap(NodeFacts.Executor::models).stream())
            .reduce(ModelCatalogue::and)
            .map(known -> isHere ? here.models().and(known) : known)
            .orElse(here.models());
    return new ExecutorOffer(
        new Listing(
            here.executor(),
            here.variants(),
            here.supportsMcp(),
            here.defaultVariant(),
            models,
            availability(here, isHere, having)),
        having.stream().map(KnownNode::name).toList());
  }

  private static Availability availability(Listing here, boolean isHere, List<KnownNode> having) {
    if (having.isEmpty()) {
      return here.availability() instanceof Availability.Unavailable none
          ? none
          : new Availability.Unavailable("no node that has it runs agents");
    }
    var own =
        isHere && here.availability() instanceof Availability.Available available
            ? available.version()
            : Optional.<String>empty();
    return new Availability.Available(
        own.or(
            () ->
                having.stream()
                    .flatMap(node -> find(node, here).flatMap(NodeFacts.Executor::version).stream())
                    .findFirst()));
  }

  private static Optional<NodeFacts.Executor> find(KnownNode node, Listing listing) {
    return node.facts().flatMap(it -> it.findExecutor(listing.executor()));
  }
}
