package dev.baton.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * A board over several machines, and what it has to survive. Faults come one after the other; while
 * a cable is away for long, the others hit the other machines.
 */
final class Endurance {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration LENGTH = Duration.ofSeconds(2);
  private static final int STEPS = 6;
  private static final int PIECES = 3;

  private final Cluster cluster;
  private final Random random;
  private final Duration longest;
  private final FaultTimes times;
  private final List<String> happened = new ArrayList<>();
  private Optional<Lasting> lasting = Optional.empty();
  private int count;

  /**
   * An endurance test.
   *
   * @param longest how long a cable is away
   */
  Endurance(Cluster cluster, Random random, Duration longest, FaultTimes times) {
    this.cluster = cluster;
    this.random = random;
    this.longest = longest;
    this.times = times;
  }

  /** A fault that lasts while others happen, and what can be looked at when it is over. */
  private record Lasting(
      Fault fault,
      Meanwhile scene,
      CompletableFuture<String> end,
      List<Piece> pieces,
      int number,
      long begun) {}

  /** What has happened so far. */
  List<String> happened() {
    return happened;
  }

  void survive(List<Fault> faults) throws Exception {
    for (var fault : faults) {
      survive(fault);
    }
    awaitLasting();
  }

  private void survive(Fault fault) throws Exception {
    if (lasting
        .filter(it -> !fault.isPossibleWithout(it.scene().victim().join(), cluster))
        .isPresent()) {
      awaitLasting();
    }
    var begun = System.nanoTime();
    var number = ++count;
    var pieces = begin(number);
    var scene = new Meanwhile(number);
    if (fault.isLong()) {
      var end =
          CompletableFuture.supplyAsync(() -> inflict(fault, scene), Thread::startVirtualThread);
      // why: what goes wrong before is told as well
      var _ = CompletableFuture.anyOf(scene.victim(), end).join();
      lasting = Optional.of(new Lasting(fault, scene, end, pieces, number, begun));
    } else {
      end(fault, inflict(fault, scene), scene, pieces, number, begun);
    }
  }

  private List<Piece> begin(int number) {
    var pieces = new ArrayList<Piece>();
    for (int piece = 0; piece < PIECES; piece++) {
      pieces.add(cluster.start("f%dp%d".formatted(number, piece), STEPS));
    }
    pieces.getFirst().followUp(cluster.calls());
    await().atMost(PATIENCE).until(() -> pieces.stream().anyMatch(Piece::hasBegun));
    Fault.pass(Duration.ofMillis(random.nextInt(1500)));
    return pieces;
  }

  private String inflict(Fault fault, Meanwhile scene) {
    try {
      return fault.inflict(cluster, scene);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitLasting() throws Exception {
    if (lasting.isPresent()) {
      var over = lasting.get();
      var what = over.end().join();
      lasting = Optional.empty();
      end(over.fault(), what, over.scene(), over.pieces(), over.number(), over.begun());
    }
  }

  private void end(
      Fault fault, String what, Meanwhile scene, List<Piece> pieces, int number, long begun)
      throws Exception {
    happened.add(what);
    pieces.add(scene.asked());
    cluster.everybody().forEach(ClusterNode::awaitReady);
    verify(fault, pieces);
    var time = Duration.ofNanos(System.nanoTime() - begun);
    times.add(fault, time);
    System.out.printf("%d. %s: held after %d s%n", number, what, time.toSeconds());
  }

  /** While a fault lasts somebody asks for more. */
  private final class Meanwhile implements Fault.Scene {
    private final CompletableFuture<Piece> more = new CompletableFuture<>();
    private final CompletableFuture<ClusterNode> victim = new CompletableFuture<>();
    private final Supplier<Piece> asking;

    Meanwhile(int number) {
      asking = () -> cluster.start("f%dlate".formatted(number), STEPS);
    }

    /** Who is hit, as soon as that is decided. */
    CompletableFuture<ClusterNode> victim() {
      return victim;
    }

    @Override
    public Random random() {
      return random;
    }

    @Override
    public List<ClusterNode> within(List<ClusterNode> nodes) {
      return nodes.stream().filter(node -> !isAway(node)).toList();
    }

    @Override
    public ClusterNode choose(List<ClusterNode> nodes) {
      var possible = within(nodes);
      var chosen = possible.get(random.nextInt(possible.size()));
      victim.complete(chosen);
      return chosen;
    }

    @Override
    public void lasts() {
      last(LENGTH);
    }

    @Override
    public void lastsLong() {
      last(longest);
    }

    private void last(Duration length) {
      more.completeAsync(asking, Thread::startVirtualThread);
      Fault.pass(length);
    }

    @Override
    public Piece asked() {
      return more.join();
    }
  }

  private boolean isAway(ClusterNode node) {
    return lasting.filter(it -> it.scene().victim().join() == node).isPresent();
  }

  /** What is on a machine that is away is looked at when that is back. */
  private void verify(Fault fault, List<Piece> pieces) throws Exception {
    var ended = new ArrayList<Piece>();
    for (var piece : pieces) {
      if (awaitEnd(fault, piece)) {
        ended.add(piece);
      } else {
        lasting.orElseThrow().pieces().add(piece);
      }
    }
    for (var piece : ended) {
      piece.verifyAgents();
      piece.verifyBoard(cluster.calls());
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              var objects = cluster.objectsAtHome();
              for (var piece : ended) {
                assertThat(piece.missing(objects)).as("what is not at home of %s", piece).isEmpty();
              }
            });
  }

  /** False if it is on a machine that is away. */
  private boolean awaitEnd(Fault fault, Piece piece) {
    return await("the end of " + piece)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .until(() -> findEnd(fault, piece), Optional::isPresent)
        .orElseThrow();
  }

  private Optional<Boolean> findEnd(Fault fault, Piece piece) {
    var status = piece.status(cluster.calls());
    var isSpoilt = fault == Fault.FULL_DISK && piece.isOn(cluster.smallest(), status);
    if (isDone(status) || (hasFailed(status, isSpoilt) && piece.isOver(status))) {
      return Optional.of(true);
    }
    return cluster.workers().stream().anyMatch(node -> isAway(node) && piece.isOn(node, status))
        ? Optional.of(false)
        : Optional.empty();
  }

  private static boolean isDone(ObjectNode status) {
    return status.path("state").asString("").equals("completed")
        && status.path("queue_length").asInt(-1) == 0;
  }

  /** No agent fails, but where there is no room for what it does. */
  private static boolean hasFailed(ObjectNode status, boolean isSpoilt) {
    var failure = status.path("failure_summary").asString("");
    assertThat(isSpoilt || failure.isEmpty() || failure.startsWith("interrupted: node "))
        .as("%s", status)
        .isTrue();
    return isSpoilt && status.path("state").asString("").equals("failed");
  }
}
