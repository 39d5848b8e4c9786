package dev.baton.orchestrator.fleet;

import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The nodes whose repositories a node can get.
 *
 * @param server the server that hands them to a worker; empty for a server, and until it answered
 * @param homes the nodes whose repositories it can get beside its own; empty if it does not know
 * @param refusing the servers of which it gets none because they do not know its token
 * @param addresses where other servers get those of this one
 */
public record RepositoryReach(
    Optional<String> server,
    Optional<List<String>> homes,
    List<String> refusing,
    List<String> addresses) {
  /** The reach of a node that has not found out, or is too old to say. */
  public static final RepositoryReach UNKNOWN =
      new RepositoryReach(Optional.empty(), Optional.empty(), List.of(), List.of());

  public RepositoryReach {
    homes = homes.map(List::copyOf);
    refusing = List.copyOf(refusing);
    addresses = List.copyOf(addresses);
  }

  /** The reach of a server, which finds some repositories of others on its own disk. */
  public static RepositoryReach ofServer(List<String> homes, List<String> addresses) {
    return new RepositoryReach(Optional.empty(), Optional.of(homes), List.of(), addresses);
  }

  /** The reach of a worker, to which a server hands the repositories of these nodes. */
  public static RepositoryReach through(String server, List<String> homes) {
    return new RepositoryReach(Optional.of(server), Optional.of(homes), List.of(), List.of());
  }

  /** The same, and these servers refuse its token. */
  public RepositoryReach refusedBy(List<String> servers) {
    return new RepositoryReach(server, homes, servers, addresses);
  }

  /** The same of a worker whose own server refuses its token, so that it gets nothing. */
  public RepositoryReach refused() {
    return new RepositoryReach(server, Optional.of(List.of()), server.stream().toList(), addresses);
  }

  /** Whether it can get what is at home there; who does not know tries. */
  boolean includes(String home) {
    return homes.isEmpty() || homes.get().contains(home);
  }

  void write(ObjectNode json) {
    server.ifPresent(it -> json.put("server", it));
    homes.ifPresent(it -> json.set("homes", Json.strings(it)));
    if (!refusing.isEmpty()) {
      json.set("refusing", Json.strings(refusing));
    }
    json.set("addresses", Json.strings(addresses));
  }

  static RepositoryReach read(JsonNode json) {
    return new RepositoryReach(
        json.path("server").asStringOpt(),
        Optional.of(json.path("homes")).filter(JsonNode::isArray).map(NodeFacts::texts),
        NodeFacts.texts(json.path("refusing")),
        NodeFacts.texts(json.path("addresses")));
  }
}
