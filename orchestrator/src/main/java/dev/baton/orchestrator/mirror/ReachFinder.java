package dev.baton.orchestrator.mirror;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.fleet.HomeServer;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.fleet.RepositoryReach;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.store.ProjectTable.RepoPlace;
import dev.baton.orchestrator.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whose repositories this node can get: a worker asks its server, and a server looks at
 * its own disk. Thread safe.
 */
public final class ReachFinder implements Supplier<RepositoryReach> {
  private static final Logger LOG = LoggerFactory.getLogger(ReachFinder.class);

  private final Store store;
  private final String node;
  private final Optional<HomeServer> server;
  private final Supplier<List<String>> addresses;

  /** What the server of a worker said last. */
  private volatile RepositoryReach known = RepositoryReach.UNKNOWN;

  /**
   * A finder.
   *
   * @param node the name of this node
   * @param server that of a worker
   * @param addresses where others reach this server
   */
  public ReachFinder(
      Store store, String node, Optional<HomeServer> server, Supplier<List<String>> addresses) {
    this.store = store;
    this.node = node;
    this.server = server;
    this.addresses = addresses;
  }

  @Override
  public RepositoryReach get() {
    return server.map(this::ask).orElseGet(this::look);
  }

  /** Servers on one machine have the same paths. */
  private RepositoryReach look() {
    var others = store.read(tables -> tables.projects().listPlacesBeside(node));
    var byHome =
        others.stream()
            .collect(
                Collectors.groupingBy(
                    RepoPlace::home,
                    TreeMap::new,
                    Collectors.reducing(true, ReachFinder::isHere, Boolean::logicalAnd)));
    return RepositoryReach.ofServer(
        byHome.entrySet().stream().filter(it -> it.getValue()).map(it -> it.getKey()).toList(),
        addresses.get());
  }

  private static boolean isHere(RepoPlace place) {
    return CommonDirectory.find(place.path()).isPresent();
  }

  /** What it was told before counts while the server is away, which is seen elsewhere. */
  private RepositoryReach ask(HomeServer home) {
    var answer = home.findHomes().map(Json::parseObject);
    if (answer.isPresent()) {
      known =
          RepositoryReach.through(
                  answer.get().path("node").asString(""),
                  NodeFacts.texts(answer.get().path("homes")))
              .refusedBy(NodeFacts.texts(answer.get().path("refusing")));
    } else if (home.refusesToken() && !known.equals(known.refused())) {
      known = known.refused();
      LOG.warn(
          "The server at {} does not know this worker's token any more: {}",
          home,
          HomeServer.NEW_TOKEN);
    }
    return known;
  }
}
