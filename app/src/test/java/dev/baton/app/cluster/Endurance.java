package dev.baton.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.cluster.Cluster.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * A board over several machines, and what it has to survive. Faults come one after the other, and
 * never to a board on which no agent works; while a cable is away for long, the others hit the
 * other machines. What was begun for a fault is checked as soon as it has ended, while the next
 * faults happen.
 */
final class Endurance {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final int SHORTEST_MILLIS = 300;
  private static final int LONGEST_MILLIS = 2500;
  private static final int STEPS = 6;
  private static final int PIECES = 2;

  /** How many of the next faults may come before their turn. */
  private static final int AHEAD = 36;

  /** Faults whose checks may be outstanding; some of them wait for a machine that is away. */
  private static final int UNCHECKED = 6;

  /** A repository with the refs of more attempts makes every look at it slower. */
  private static final int FAULTS_OF_A_PLACE = 25;

  private final Cluster cluster;
  private final Random random;
  private final Duration longest;
  private final FaultTimes times;
  private final List<String> happened = new CopyOnWriteArrayList<>();
  private final Set<Piece> unchecked = ConcurrentHashMap.newKeySet();
  private final Set<Piece> checked = ConcurrentHashMap.newKeySet();
  private final Semaphore room = new Semaphore(UNCHECKED);
  private final AtomicReference<Optional<Throwable>> violation =
      new AtomicReference<>(Optional.empty());
  private Optional<Lasting> lasting = Optional.empty();

  /** What was begun before this moment may have met a full disk. */
  private volatile Instant fullUntil = Instant.MIN;

  private int count;
  private int cuts;

  /**
   * An endurance test.
   *
   * @param longest how long a cable is away at most
   */
  Endurance(Cluster cluster, Random random, Duration longest, FaultTimes times) {
    this.cluster = cluster;
    this.random = random;
    this.longest = longest;
    this.times = times;
  }

  /** A fault that lasts while others happen. */
  private record Lasting(Meanwhile scene, CompletableFuture<Void> end) {}

  /** What has happened so far. */
  List<String> happened() {
    return happened;
  }

  void survive(List<Fault> faults) throws Exception {
    var checks = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var left = new ArrayList<>(faults);
      while (!left.isEmpty()) {
        survive(takeNext(left), checks);
      }
      awaitLasting();
      room.acquire(UNCHECKED);
      throwViolation();
      // why again: an agent may have lived on after its attempt was checked
      checked.forEach(Piece::verifyAgents);
    } finally {
      checks.shutdownNow();
      checks.close();
    }
  }

  private void throwViolation() {
    violation
        .get()
        .ifPresent(
            problem -> {
              throw new AssertionError(problem);
            });
  }

  /** The next one that can happen beside what lasts; the others follow when that is over. */
  private Fault takeNext(List<Fault> left) {
    if (lasting.filter(it -> it.scene().isOver()).isPresent()) {
      awaitLasting();
    }
    var next =
        left.stream()
            .limit(AHEAD)
            .filter(fault -> lasting.stream().allMatch(it -> canJoin(fault, it)))
            .findFirst();
    if (next.isEmpty()) {
      awaitLasting();
    }
    var fault = next.orElseGet(left::getFirst);
    left.remove(fault);
    return fault;
  }

  private void survive(Fault fault, ExecutorService checks) throws Exception {
    room.acquire();
    throwViolation();
    var begun = System.nanoTime();
    var number = ++count;
    var place = cluster.place(number / FAULTS_OF_A_PLACE);
    var scene = new Meanwhile(place, number, random.nextLong());
    scene.begin();
    if (fault.isLong()) {
      var end =
          CompletableFuture.supplyAsync(() -> inflict(fault, scene), Thread::startVirtualThread)
              .thenAccept(what -> check(fault, what, scene, number, begun, checks));
      // why: what goes wrong before is told as well
      var _ = CompletableFuture.anyOf(scene.victim(), end).join();
      lasting = Optional.of(new Lasting(scene, end));
    } else {
      var what = inflict(fault, scene);
      cluster.everybody().forEach(ClusterNode::awaitReady);
      check(fault, what, scene, number, begun, checks);
    }
  }

  private boolean canJoin(Fault fault, Lasting other) {
    return fault.isPossibleWithout(other.scene().victim().join(), cluster);
  }

  private String inflict(Fault fault, Meanwhile scene) {
    // why nobody else writes it: a cable that is away meanwhile would put back an older value
    if (fault == Fault.FULL_DISK) {
      fullUntil = Instant.MAX;
    }
    try {
      return fault.inflict(cluster, scene);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (fault == Fault.FULL_DISK) {
        fullUntil = Instant.now();
      }
    }
  }

  private void awaitLasting() {
    lasting.ifPresent(it -> it.end().join());
    lasting = Optional.empty();
  }

  private void check(
      Fault fault, String what, Meanwhile scene, int number, long begun, ExecutorService checks) {
    happened.add(what);
    var _ =
        checks.submit(
            () -> {
              try {
                var pieces = scene.pieces();
                verify(scene.place(), pieces);
                pieces.forEach(unchecked::remove);
                checked.addAll(pieces);
                var time = Duration.ofNanos(System.nanoTime() - begun);
                times.add(fault, time);
                System.out.printf("%d. %s: held after %d s%n", number, what, time.toSeconds());
              } catch (Exception | AssertionError e) {
                violation.compareAndSet(
                    Optional.empty(), Optional.of(new AssertionError(number + ". " + what, e)));
              } finally {
                room.release();
              }
              return number;
            });
  }

  /** Who is hit by a fault, and what somebody asks for before it and while it lasts. */
  private final class Meanwhile implements Fault.Scene {
    private final Place place;
    private final int number;
    private final Random own;
    private final List<Piece> before = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Piece> more = new CompletableFuture<>();
    private final CompletableFuture<ClusterNode> victim = new CompletableFuture<>();
    private volatile boolean isOver;

    Meanwhile(Place place, int number, long seed) {
      this.place = place;
      this.number = number;
      // why one for each: a fault that lasts is decided beside others, and is the same again
      own = new Random(seed);
    }

    Place place() {
      return place;
    }

    void begin() {
      try (var asking = Executors.newVirtualThreadPerTaskExecutor()) {
        IntStream.range(0, PIECES)
            .forEach(piece -> asking.execute(() -> before.add(start("p" + piece, piece == 0))));
      }
      if (before.size() < PIECES) {
        throw new IllegalStateException("Not all of fault %d could be asked for".formatted(number));
      }
      if (lasting.isEmpty()) {
        await().atMost(PATIENCE).until(() -> unchecked.stream().anyMatch(Piece::isUnderWay));
      }
      Fault.pass(Duration.ofMillis(own.nextInt(1000)));
    }

    private Piece start(String name, boolean isFollowedUp) {
      var piece = cluster.start(place, "f%d%s".formatted(number, name), STEPS);
      unchecked.add(piece);
      if (isFollowedUp) {
        piece.followUp(cluster.calls());
      }
      return piece;
    }

    List<Piece> pieces() {
      return Stream.concat(before.stream(), Stream.of(asked())).toList();
    }

    /** Who is hit, as soon as that is decided. */
    CompletableFuture<ClusterNode> victim() {
      return victim;
    }

    boolean isOver() {
      return isOver;
    }

    @Override
    public Random random() {
      return own;
    }

    @Override
    public List<ClusterNode> within(List<ClusterNode> nodes) {
      return nodes.stream().filter(node -> !isAway(node)).toList();
    }

    @Override
    public ClusterNode choose(List<ClusterNode> nodes) {
      var possible = within(nodes);
      var chosen = possible.get(own.nextInt(possible.size()));
      victim.complete(chosen);
      return chosen;
    }

    @Override
    public void lasts() {
      last(Duration.ofMillis(own.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS)));
    }

    /** One in four is away for as long as may be, and others as chance will have it. */
    @Override
    public void lastsLong() {
      var millis = (int) longest.toMillis();
      last(cuts++ % 4 == 0 ? longest : Duration.ofMillis(own.nextInt(millis / 20, millis / 2)));
      isOver = true;
    }

    private void last(Duration length) {
      Supplier<Piece> asking = () -> start("late", false);
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

  private void verify(Place place, List<Piece> pieces) throws Exception {
    for (var piece : pieces) {
      await("the end of " + piece)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(700))
          .until(() -> hasEnded(piece));
      piece.verifyAgents();
      piece.verifyBoard(cluster.calls());
    }
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              var objects = place.objectsAtHome();
              for (var piece : pieces) {
                assertThat(piece.missing(objects)).as("what is not at home of %s", piece).isEmpty();
              }
            });
  }

  private boolean hasEnded(Piece piece) {
    var status = piece.status(cluster.calls());
    var isSpoilt = piece.isOn(cluster.smallest(), status) && piece.since().isBefore(fullUntil);
    var hasEnded = isDone(status) || hasFailed(status, isSpoilt);
    if (hasEnded && isSpoilt) {
      piece.noteFullDisk(status);
    }
    return hasEnded;
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
