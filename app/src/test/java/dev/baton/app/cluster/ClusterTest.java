package dev.baton.app.cluster;

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
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A board over several machines goes on although they, their network and their database fail.
 *
 * <p>{@code -Dbaton.cluster.faults=1000} makes at least so many faults, as many of each kind; 0 one
 * of each; without it those happen that happen most. {@code -Dbaton.cluster.boards=3} spreads them
 * over boards side by side, {@code -Dbaton.cluster.seconds=90} pulls cables for longer, {@code
 * -Dbaton.cluster.seed=…} makes the same again.
 */
@Tag("slow")
class ClusterTest {
  private static final int MOST_LIKELY = -1;
  private static final int MANY = 20;
  private static final int FAULTS = Integer.getInteger("baton.cluster.faults", MOST_LIKELY);
  private static final int BOARDS = Integer.getInteger("baton.cluster.boards", 1);
  private static final long SEED =
      Long.getLong("baton.cluster.seed", FAULTS == MOST_LIKELY ? 1 : System.nanoTime());
  private static final Duration LONG =
      Duration.ofSeconds(Integer.getInteger("baton.cluster.seconds", 4));

  private final FaultTimes times = new FaultTimes();

  @Test
  void nothing_is_lost_or_done_twice_whatever_fails() throws Exception {
    TestNetwork.findObstacle().ifPresent(ClusterTest::skip);
    System.out.println(settings(SEED));
    var possible = possible();
    try (var boards = Executors.newVirtualThreadPerTaskExecutor()) {
      var trials =
          LongStream.range(SEED, SEED + BOARDS)
              .mapToObj(seed -> boards.submit(() -> survive(seed, possible)))
              .toList();
      for (var trial : trials) {
        trial.get();
      }
    } finally {
      System.out.println(times.summary());
    }
  }

  private static String settings(long seed) {
    return "-Dbaton.cluster.faults=%d -Dbaton.cluster.boards=%d -Dbaton.cluster.seconds=%d -Dbaton.cluster.seed=%d"
        .formatted(FAULTS, BOARDS, LONG.toSeconds(), seed);
  }

  private Path survive(long seed, List<Fault> possible) throws Exception {
    var random = new Random(seed);
    var directory = Repository.root().resolve("app/target/cluster/" + seed);
    try (var cluster = new Cluster(Files.createDirectories(directory), FAULTS > MANY)) {
      var endurance = new Endurance(cluster, random, LONG, times);
      try {
        endurance.survive(faults(possible, random));
      } catch (Exception | AssertionError e) {
        throw new AssertionError(
            "%s, after %s; all is in %s%s"
                .formatted(settings(seed), endurance.happened(), directory, cluster.tails()),
            e);
      }
    }
    delete(directory);
    return directory;
  }

  /** A build server that may make networks has to be able to. */
  private static void skip(String why) {
    System.out.println("The cluster is not tried: " + why);
    if ("root".equals(System.getProperty("user.name"))) {
      Absent.skip("The cluster", why);
    }
    Assumptions.abort(why);
  }

  private static List<Fault> possible() {
    return Fault.all()
        .filter(
            fault -> {
              var obstacle = fault.findObstacle();
              obstacle.ifPresent(why -> System.out.printf("%s is not tried: %s%n", fault, why));
              return obstacle.isEmpty();
            })
        .toList();
  }

  /** Rounds of all kinds: a cable is away while others happen, and all are there at the end. */
  private static List<Fault> faults(List<Fault> possible, Random random) {
    if (FAULTS == MOST_LIKELY) {
      return Stream.of(Fault.CUT, Fault.TWO_KILLED, Fault.WRONG_CLOCK, Fault.DATABASE_STOPPED)
          .filter(possible::contains)
          .toList();
    }
    var faults = new ArrayList<Fault>();
    do {
      var round = new ArrayList<>(possible);
      Collections.shuffle(round, random);
      round.sort(
          Comparator.comparing((Fault fault) -> fault == Fault.ROLLING_RESTART)
              .thenComparing(fault -> !fault.isLong()));
      faults.addAll(round);
    } while (faults.size() * BOARDS < FAULTS);
    return faults;
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
