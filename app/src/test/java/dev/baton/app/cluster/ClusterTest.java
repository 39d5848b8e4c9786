package dev.baton.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Absent;
import dev.baton.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * A board over several machines goes on although they, their network and their database fail.
 *
 * <p>{@code -Dbaton.cluster.faults=1000} makes so many faults, 0 one of each kind; without it those
 * happen that happen most. {@code -Dbaton.cluster.seed=…} makes the same again, {@code
 * -Dbaton.cluster.seconds=90} pulls cables for longer.
 */
@Tag("slow")
class ClusterTest {
  private static final int MOST_LIKELY = -1;
  private static final int FAULTS = Integer.getInteger("baton.cluster.faults", MOST_LIKELY);
  private static final long SEED =
      Long.getLong("baton.cluster.seed", FAULTS == MOST_LIKELY ? 1 : System.nanoTime());
  private static final Duration LENGTH = Duration.ofSeconds(2);
  private static final Duration LONG =
      Duration.ofSeconds(Integer.getInteger("baton.cluster.seconds", 4));
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final int STEPS = 6;
  private static final int PIECES = 3;

  private final Random random = new Random(SEED);
  private final List<String> happened = new ArrayList<>();

  @Test
  void nothing_is_lost_or_done_twice_whatever_fails() throws Exception {
    TestNetwork.findObstacle().ifPresent(ClusterTest::skip);
    System.out.printf("-Dbaton.cluster.faults=%d -Dbaton.cluster.seed=%d%n", FAULTS, SEED);
    var directory = Repository.root().resolve("app/target/cluster/" + SEED);
    try (var cluster = new Cluster(Files.createDirectories(directory))) {
      try {
        for (var fault : faults()) {
          survive(cluster, fault);
        }
      } catch (Exception | AssertionError e) {
        throw new AssertionError(
            "-Dbaton.cluster.faults=%d -Dbaton.cluster.seed=%d, after %s; all is in %s%s"
                .formatted(FAULTS, SEED, happened, directory, cluster.tails()),
            e);
      }
    }
    delete(directory);
  }

  /** A build server that may make networks has to be able to. */
  private static void skip(String why) {
    System.out.println("The cluster is not tried: " + why);
    if ("root".equals(System.getProperty("user.name"))) {
      Absent.skip("The cluster", why);
    }
    Assumptions.abort(why);
  }

  private List<Fault> faults() {
    if (FAULTS == MOST_LIKELY) {
      return List.of(Fault.TWO_KILLED, Fault.CUT, Fault.DATABASE_STOPPED);
    }
    var possible = new ArrayList<Fault>();
    Fault.all()
        .forEach(
            fault ->
                fault
                    .findObstacle()
                    .ifPresentOrElse(
                        why -> System.out.printf("%s is not tried: %s%n", fault, why),
                        () -> possible.add(fault)));
    if (FAULTS > 0) {
      return random.ints(FAULTS, 0, possible.size()).mapToObj(possible::get).toList();
    }
    Collections.shuffle(possible, random);
    return possible;
  }

  private void survive(Cluster cluster, Fault fault) throws Exception {
    var begun = System.nanoTime();
    var number = happened.size() + 1;
    var pieces = new ArrayList<Piece>();
    for (int count = 0; count < PIECES; count++) {
      pieces.add(cluster.start("f%dp%d".formatted(number, count), STEPS));
    }
    pieces.getFirst().followUp(cluster.calls());
    await().atMost(PATIENCE).until(() -> pieces.stream().anyMatch(Piece::hasBegun));
    Fault.pass(Duration.ofMillis(random.nextInt(1500)));
    var meanwhile = new Meanwhile(random, () -> cluster.start("f%dlate".formatted(number), STEPS));
    happened.add(fault.inflict(cluster, meanwhile));
    pieces.add(meanwhile.asked());
    cluster.everybody().forEach(ClusterNode::awaitReady);
    verify(cluster, fault, pieces);
    System.out.printf(
        "%d. %s: held after %d s%n",
        number, happened.getLast(), Duration.ofNanos(System.nanoTime() - begun).toSeconds());
  }

  /** While a fault lasts somebody asks for more. */
  private record Meanwhile(Random random, CompletableFuture<Piece> more, Supplier<Piece> asking)
      implements Fault.Scene {
    Meanwhile(Random random, Supplier<Piece> asking) {
      this(random, new CompletableFuture<>(), asking);
    }

    @Override
    public void lasts() {
      last(LENGTH);
    }

    @Override
    public void lastsLong() {
      last(LONG);
    }

    private void last(Duration length) {
      more.completeAsync(asking);
      Fault.pass(length);
    }

    @Override
    public Piece asked() {
      return more.join();
    }
  }

  private static void verify(Cluster cluster, Fault fault, List<Piece> pieces) throws Exception {
    for (var piece : pieces) {
      awaitEnd(cluster, fault, piece);
    }
    for (var piece : pieces) {
      piece.verifyAgents();
      piece.verifyBoard(cluster.calls());
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              var objects = cluster.objectsAtHome();
              for (var piece : pieces) {
                assertThat(piece.missing(objects)).as("what is not at home of %s", piece).isEmpty();
              }
            });
  }

  private static void awaitEnd(Cluster cluster, Fault fault, Piece piece) {
    await("the end of " + piece)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              var status = piece.status(cluster.calls());
              var isSpoilt = fault == Fault.FULL_DISK && piece.isOn(cluster.smallest(), status);
              return isDone(status) || (hasFailed(status, isSpoilt) && piece.isOver(status));
            });
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

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
