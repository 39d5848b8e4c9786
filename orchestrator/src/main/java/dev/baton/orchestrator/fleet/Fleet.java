package dev.baton.orchestrator.fleet;

import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The nodes at one moment, and which of them takes which attempt. Not thread safe. */
public final class Fleet {
  private static final Duration DAY = Duration.ofHours(20);

  private static final Comparator<KnownNode> BY_LOAD =
      Comparator.comparing((KnownNode node) -> !node.isLive())
          .thenComparing(KnownNode::isDraining)
          .thenComparingDouble(KnownNode::load)
          .thenComparing(KnownNode::name);

  private final String self;
  private final List<KnownNode> nodes;

  /**
   * A fleet.
   *
   * @param self the name of this node, which takes what others could take as well
   */
  public Fleet(String self, List<KnownNode> nodes) {
    this.self = self;
    this.nodes = new ArrayList<>(nodes);
  }

  public List<String> names() {
    return nodes.stream().map(KnownNode::name).toList();
  }

  public List<KnownNode> nodes() {
    return List.copyOf(nodes);
  }

  /** Whether any node has an executor. */
  public boolean isAnywhere(String executor) {
    return nodes.stream()
        .filter(node -> node.room() > 0)
        .flatMap(node -> node.facts().stream())
        .anyMatch(facts -> facts.findExecutor(executor).isPresent());
  }

  /** Whether anything new can begin anywhere. */
  public boolean isOpen() {
    return nodes.stream().anyMatch(KnownNode::isOpen);
  }

  /** This node, once it has said that it lives. */
  public Optional<KnownNode> findSelf() {
    return findNode(self);
  }

  /** The emptiest node that can take it now; whoever takes one has less room for the next. */
  public Optional<KnownNode> take(NodeRequirements requirements) {
    var chosen = find(requirements);
    chosen.ifPresent(node -> nodes.replaceAll(it -> it.equals(node) ? it.withOneMore() : it));
    return chosen;
  }

  /** The node that would take it now. */
  public Optional<KnownNode> find(NodeRequirements requirements) {
    return candidates(requirements).stream()
        .filter(KnownNode::isOpen)
        .filter(node -> findMissingSource(node, requirements.sources()).isEmpty())
        .min(
            Comparator.comparingDouble(KnownNode::load)
                .thenComparing(node -> !node.name().equals(self))
                .thenComparingInt(node -> node.running() - node.room())
                .thenComparing(KnownNode::name));
  }

  /** The node that would take it now, or else one that could at some time. */
  public Optional<KnownNode> findBest(NodeRequirements requirements) {
    return find(requirements).or(() -> suiting(requirements).stream().min(BY_LOAD));
  }

  /** The same without one of them. */
  public Fleet without(String name) {
    return new Fleet(self, nodes.stream().filter(node -> !node.name().equals(name)).toList());
  }

  /** What nobody can run any more is taken here, where its failure says why. */
  private List<KnownNode> candidates(NodeRequirements requirements) {
    return requirements.home().isPresent() || isAnywhere(requirements.executor())
        ? suiting(requirements)
        : findSelf().stream().toList();
  }

  /** Those that could take it at some time. */
  public List<KnownNode> suiting(NodeRequirements requirements) {
    return nodes.stream().filter(requirements::suits).toList();
  }

  /** A node that is away of those through which a worker gets its repositories, if any is. */
  private Optional<String> findMissingSource(KnownNode node, Set<String> sources) {
    return node.kind() == NodeSetup.Kind.SERVER
        ? Optional.empty()
        : Stream.concat(
                node.reach().server().filter(_ -> !sources.isEmpty()).stream(),
                sources.stream().sorted())
            .filter(source -> findNode(source).filter(KnownNode::isLive).isEmpty())
            .findFirst();
  }

  /** Whether this node cannot get what is at home there: somebody is away, or refuses it. */
  public boolean isCutOff(Set<String> sources) {
    return findSelf()
        .filter(
            node ->
                findMissingSource(node, sources).isPresent()
                    || !sources.stream().allMatch(node::canGetFrom))
        .isPresent();
  }

  private Optional<KnownNode> findNode(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
  }

  /** Why nobody takes it now. */
  public String reason(NodeRequirements requirements) {
    var suiting = suiting(requirements);
    if (suiting.isEmpty()) {
      return requirements
          .home()
          .map(home -> "its workspace is on node %s, which nobody knows any more".formatted(home))
          .orElseGet(() -> lack(requirements));
    }
    if (suiting.size() == 1 && suiting.getFirst().name().equals(self)) {
      return words(requirements, suiting.getFirst());
    }
    return suiting.stream()
        .map(node -> "%s, %s".formatted(node.name(), words(requirements, node)))
        .collect(
            Collectors.joining(
                "; ",
                (requirements.home().isPresent() ? "its workspace" : requirements.words())
                    + " is on ",
                ""));
  }

  /** What no node has that is known, or what the one that was asked for has not. */
  public String lack(NodeRequirements requirements) {
    var asked = requirements.node();
    if (asked.filter(name -> findNode(name).isEmpty()).isPresent()) {
      return "%s, which was asked for, is a node that nobody knows any more".formatted(asked.get());
    }
    var suiting = suiting(requirements.withoutSources());
    return suiting.isEmpty()
        ? asked.map("%s, which was asked for, cannot run "::formatted).orElse("no node has ")
            + requirements.words()
        : "%s get the repositories of %s%s"
            .formatted(
                asked
                    .map("%s, which was asked for, cannot"::formatted)
                    .orElseGet(() -> "no node that has %s can".formatted(requirements.words())),
                requirements.sources().stream().sorted().collect(Collectors.joining(", ")),
                suiting.stream()
                    .flatMap(node -> refusals(node, requirements.sources()))
                    .map("; "::concat)
                    .collect(Collectors.joining()));
  }

  /** Which servers do not know the token of a worker, and what to do about it. */
  private static Stream<String> refusals(KnownNode worker, Set<String> sources) {
    var server = worker.reach().server().orElse("its server");
    return worker.reach().refusing().stream()
        .filter(home -> sources.contains(home) || home.equals(server))
        .map(
            home ->
                "%s does not know the token of %s: %s"
                    .formatted(
                        home,
                        worker.name(),
                        home.equals(server)
                            ? HomeServer.NEW_TOKEN
                            : "copy owners.json from the data directory of %s to that of %s"
                                .formatted(server, home)));
  }

  private String words(NodeRequirements requirements, KnownNode node) {
    if (!node.isLive()) {
      return "last seen " + seen(node);
    }
    if (node.isDraining()) {
      return node.name().equals(self) ? "this server is draining" : "which is draining";
    }
    var missing = findMissingSource(node, requirements.sources());
    if (missing.isPresent()) {
      return "which gets its repositories from %s, %s"
          .formatted(
              missing.get(),
              findNode(missing.get())
                  .map(source -> "last seen " + seen(source))
                  .orElse("which nobody knows any more"));
    }
    return node.name().equals(self)
        ? "%d of %d attempts run on this server".formatted(node.running(), node.room())
        : "where %d of %d attempts run".formatted(node.running(), node.room());
  }

  /** When it was seen, as people say it: the time, and the day if it is not today's. */
  public static String seen(KnownNode node) {
    var pattern = node.silence().compareTo(DAY) < 0 ? "HH:mm" : "yyyy-MM-dd HH:mm";
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
        .withZone(ZoneId.systemDefault())
        .format(node.seenAt());
  }
}
