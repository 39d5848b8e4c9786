package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class ListExecutors {
  record Request() {}

  record Response(@Description("All that are configured") List<Item> executors) {}

  record Item(
      @Description("Name, as start_task_attempt takes it") String executor,
      @Description("DEFAULT may only edit files, TRUSTED runs what it likes") List<String> variants,
      @Description("Its agents can use these tools") boolean supportsMcp,
      @Description("Used when none is named, or null") Optional<String> defaultVariant,
      @Description("Models to choose from, if any") List<String> models,
      @Description("Efforts likewise") List<String> efforts,
      @Description("It can run here") boolean available,
      @Description("Of its program, or null") Optional<String> version,
      @Description("Why it cannot run, or null") Optional<String> unavailableReason,
      @OmitWhenEmpty @Description("Nodes that have it, if there are several")
          Optional<List<String>> nodes) {
    static Item of(AgentCatalogue.Listing listing) {
      return new Item(
          listing.executor(),
          listing.variants(),
          listing.supportsMcp(),
          Optional.of(listing.defaultVariant()),
          listing.models().models(),
          listing.models().efforts(),
          listing.availability().isAvailable(),
          version(listing.availability()),
          unavailableReason(listing.availability()),
          Optional.empty());
    }

    private static Item of(NodeFacts.Executor executor) {
      return new Item(
          executor.name(),
          executor.variants(),
          executor.supportsMcp(),
          Optional.of(executor.defaultVariant()),
          executor.models().map(ModelCatalogue::models).orElse(List.of()),
          executor.models().map(ModelCatalogue::efforts).orElse(List.of()),
          false,
          executor.version(),
          Optional.empty(),
          Optional.empty());
    }

    /** The same, on these nodes; it can run if it is on any. */
    private Item on(List<KnownNode> all, String self) {
      var having =
          all.stream()
              .filter(node -> node.room() > 0)
              .filter(node -> node.name().equals(self) ? available : find(node).isPresent())
              .toList();
      var here = new ModelCatalogue(models, efforts);
      var taken =
          having.stream()
              .flatMap(node -> find(node).flatMap(NodeFacts.Executor::models).stream())
              .reduce(ModelCatalogue::and)
              .map(known -> available ? here.and(known) : known)
              .orElse(here);
      return new Item(
          executor,
          variants,
          supportsMcp,
          defaultVariant,
          taken.models(),
          taken.efforts(),
          !having.isEmpty(),
          version.or(
              () ->
                  having.stream()
                      .flatMap(node -> find(node).flatMap(NodeFacts.Executor::version).stream())
                      .findFirst()),
          having.isEmpty() ? unavailableReason : Optional.empty(),
          Optional.of(having.stream().map(KnownNode::name).toList()));
    }

    private Optional<NodeFacts.Executor> find(KnownNode node) {
      return node.facts().flatMap(it -> it.findExecutor(executor));
    }

    private static Optional<String> version(Availability availability) {
      return switch (availability) {
        case Availability.Available available -> available.version();
        case Availability.Unavailable _ -> Optional.empty();
      };
    }

    private static Optional<String> unavailableReason(Availability availability) {
      return switch (availability) {
        case Availability.Available _ -> Optional.empty();
        case Availability.Unavailable unavailable -> Optional.of(unavailable.reason());
      };
    }
  }

  private ListExecutors() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_executors", Request.class, Response.class)
        .title("List executors")
        .description(
            """
            Lists the coding agents (executors) with their variants, and which can run here. There
            is no sandbox: DEFAULT may only edit files of its workspace and is refused commands
            (CODEX runs them in a sandbox of its own). An agent that has to run tests, builds or
            git needs TRUSTED, which runs what it likes, or APPROVALS, which asks the user first.
            Use when: you need an executor or variant for start_task_attempt.
            Required: nothing.
            Optional: nothing.
            Next: start_task_attempt with an executor whose available is true.
            Avoid: guessing names; they are exact. TRUSTED, if the user would not want it.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListExecutors::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var here = orchestrator.executors().list().stream().map(Item::of).toList();
    var nodes = orchestrator.nodes().list();
    if (nodes.size() < 2) {
      return new Response(here);
    }
    var names = here.stream().map(Item::executor).toList();
    var elsewhere =
        nodes.stream()
            .flatMap(node -> node.facts().stream())
            .flatMap(facts -> facts.executors().stream())
            .filter(executor -> !names.contains(executor.name()))
            .collect(
                Collectors.toMap(
                    NodeFacts.Executor::name, Item::of, (one, _) -> one, LinkedHashMap::new));
    return new Response(
        Stream.concat(here.stream(), elsewhere.values().stream())
            .map(item -> item.on(nodes, orchestrator.nodes().self()))
            .toList());
  }
}
