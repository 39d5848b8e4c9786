package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeFacts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A node as people see it. */
record NodeView(
    @Description("Name") String node,
    @Description("server or worker") String kind,
    @Description("live, draining or away") String state,
    @Description("Attempts that run there") int running,
    @Description("Attempts that may run there") int room,
    @Description("Labels") List<String> labels,
    @Description("Executors that can run there") List<Executor> executors,
    @Description("Version of its program") Optional<String> version,
    @Description("When it was started") Optional<Instant> startedAt,
    @Description("When it was last seen") Instant lastSeen) {
  record Executor(
      @Description("Name") String executor,
      @Description("Version of its program") Optional<String> version) {}

  static NodeView of(KnownNode node) {
    return new NodeView(
        node.name(),
        node.kind().wireName(),
        node.state(),
        node.running(),
        node.room(),
        node.labels(),
        node.facts().map(NodeFacts::executors).orElse(List.of()).stream()
            .map(it -> new Executor(it.name(), it.version()))
            .toList(),
        node.facts().map(NodeFacts::version),
        node.startedAt(),
        node.seenAt());
  }
}
