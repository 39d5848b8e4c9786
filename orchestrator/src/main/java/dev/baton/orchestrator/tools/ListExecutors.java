package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.fleet.ExecutorOffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

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
    private static Item of(ExecutorOffer offer, boolean areSeveral) {
      var listing = offer.listing();
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
          Optional.of(offer.nodes()).filter(_ -> areSeveral));
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
    var nodes = orchestrator.nodes();
    var areSeveral = nodes.list().size() > 1;
    return new Response(
        nodes.listExecutors().stream().map(offer -> Item.of(offer, areSeveral)).toList());
  }
}
