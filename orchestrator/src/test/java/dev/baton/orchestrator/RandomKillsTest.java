package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers, agents and both are killed at random moments while somebody talks to them. Afterwards
 * every answer is true, every message was heard once and in order, no agent ran twice, every line
 * is in the log once and nothing runs any more.
 */
@Tag("slow")
class RandomKillsTest {
  private static final int POINTS = Integer.getInteger("baton.kills.points", 7);
  private static final long SEED = Long.getLong("baton.kills.seed", System.nanoTime());
  private static final int POINTS_PER_ROUND = 7;
  private static final int TALKS = 3;
  private static final int MESSAGES = 4;

  abstract static class Contract {
    @TempDir Path temp;

    abstract String address(Path directory);

    @TestFactory
    Stream<DynamicTest> nothing_is_lost_and_nothing_happens_twice() {
      return IntStream.range(0, Math.ceilDiv(POINTS, POINTS_PER_ROUND))
          .mapToObj(
              number -> {
                long seed = SEED + number;
                return DynamicTest.dynamicTest(
                    "-Dbaton.kills.points=%d -Dbaton.kills.seed=%d"
                        .formatted(POINTS_PER_ROUND, seed),
                    () -> {
                      var directory = Files.createDirectories(temp.resolve("round" + number));
                      new Round(directory, address(directory), new Random(seed)).run();
                    });
              });
    }
  }

  @Nested
  class OnSqlite extends Contract {
    @Override
    String address(Path directory) {
      return TestBaton.file(directory);
    }
  }

  @Nested
  class OnPostgres extends Contract {
    @RegisterExtension final Databases databases = Databases.of(Dialect.POSTGRESQL);

    @Override
    String address(Path directory) {
      return databases.newAddress();
    }
  }

  /** One data directory, from its first server to its last. */
  private static final class Round {
    private final Path directory;
    private final String address;
    private final Random random;
    private final List<Talk> talks = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();

    Round(Path directory, String address, Random random) {
      this.directory = directory;
      this.address = address;
      this.random = random;
    }

    void run() throws Exception {
      try (var baton = TestBaton.in(directory, address)) {
        for (int number = 0; number < TALKS; number++) {
          talks.add(new Talk("t" + number, baton.task("Talk " + number), random, MESSAGES));
        }
      }
      int points = 0;
      while (points < POINTS_PER_ROUND) {
        points += serve(points);
      }
      try (var baton = TestBaton.again(directory, address)) {
        talks.forEach(talk -> talk.finish(baton));
        for (var talk : talks) {
          talk.verify(baton, directory);
        }
        LivePrograms.awaitNoneBelow(directory);
      } catch (AssertionError e) {
        throw new AssertionError("After %s in %s".formatted(steps, directory), e);
      }
    }

    /** The life of one server; returns how many kills it saw. */
    private int serve(int before) throws Exception {
      int kills = 0;
      try (var server = KilledServer.start(directory, address)) {
        var answers = listen(server.output());
        var isEarly = random.nextInt(6) == 0;
        if (!isEarly) {
          assertThat(answers.poll(60, TimeUnit.SECONDS))
              .as("see %s", directory.resolve("server.log"))
              .isEqualTo(KilledServer.READY);
        }
        talk(server, answers, isEarly ? 100 + random.nextInt(700) : random.nextInt(500));
        while (random.nextInt(3) == 0 && before + kills < POINTS_PER_ROUND - 1 && killAgent()) {
          kills++;
          talk(server, answers, random.nextInt(300));
        }
        if (random.nextInt(4) == 0) {
          killAgent();
        }
        steps.add("kill server");
        server.kill();
      }
      return kills + 1;
    }

    private static LinkedBlockingQueue<String> listen(BufferedReader output) {
      var answers = new LinkedBlockingQueue<String>();
      Thread.startVirtualThread(() -> output.lines().forEach(answers::add));
      return answers;
    }

    /** Talks to the server for some time; it may be too young to hear it. */
    private void talk(KilledServer server, LinkedBlockingQueue<String> answers, int millis)
        throws InterruptedException {
      var deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      talks.forEach(talk -> talk.ask().ifPresent(server::ask));
      long left = deadline - System.nanoTime();
      while (left > 0) {
        var answer = Optional.ofNullable(answers.poll(left, TimeUnit.NANOSECONDS));
        answer.ifPresent(line -> talks.forEach(talk -> hear(server, talk, line)));
        left = deadline - System.nanoTime();
      }
    }

    private static void hear(KilledServer server, Talk talk, String line) {
      if (!line.equals(KilledServer.READY) && talk.hear(line)) {
        talk.ask().ifPresent(server::ask);
      }
    }

    /** Kills a random agent, with or without its wrapper; false if none runs. */
    private boolean killAgent() throws IOException {
      var running = LivePrograms.agents(directory);
      if (running.isEmpty()) {
        return false;
      }
      var run = running.get(random.nextInt(running.size()));
      LivePrograms.kill(run, random.nextBoolean());
      steps.add("kill agent " + run.getFileName());
      return true;
    }
  }
}
