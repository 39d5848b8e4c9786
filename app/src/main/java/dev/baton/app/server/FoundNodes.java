package dev.baton.app.server;

import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.workflow.internal.record.Sentence;
import java.util.List;
import java.util.stream.Collectors;

/** The other nodes that a node finds in its database when it starts. */
final class FoundNodes {
  private static final int MOST = 5;

  private FoundNodes() {}

  /** Such as {@code up to 4 agents}. */
  static String room(int room) {
    return room == 0 ? "no agents" : "up to " + Sentence.counted(room, "agent");
  }

  /** Such as {@code it found server 'a' and worker 'b'}. */
  static String words(List<KnownNode> nodes, String self) {
    var others = nodes.stream().filter(node -> node.isLive() && !node.name().equals(self)).toList();
    if (others.isEmpty()) {
      return "it found no other node";
    }
    var named =
        others.stream()
            .limit(MOST)
            .map(node -> "%s '%s'".formatted(node.kind().wireName(), node.name()))
            .collect(Collectors.joining(", "));
    return others.size() > MOST
        ? "it found %s and %d more".formatted(named, others.size() - MOST)
        : "it found " + named;
  }
}
