package dev.baton.app.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Kills a server at random moments of runs, resumes and continuations, again and again. Afterwards
 * the marks that its tool left and the records of the runs must agree.
 */
@Tag("slow")
class RunCrashTest {
  private static final Logger LOG = LoggerFactory.getLogger(RunCrashTest.class);
  private static final long SEED = Long.getLong("baton.crash.seed", System.nanoTime());
  private static final int MOST_MILLIS = 150;

  @TempDir private Path directory;
  private final Random random = new Random(SEED);
  private final List<String> recorded = new ArrayList<>();
  private int runs;

  /** A call that the tool has written down. */
  private record Mark(String run, String step, String by, String nonce) {
    static Mark parse(String line) {
      var words = line.split(" ", -1);
      return new Mark(words[0], words[1], words[2], words[3]);
    }

    String place() {
      return run + " " + step;
    }

    /** The place of the step that follows. */
    Optional<String> next() {
      return MarkingServer.STEPS.stream()
          .skip(MarkingServer.STEPS.indexOf(step) + 1L)
          .findFirst()
          .map(after -> run + " " + after);
    }
  }

  @Test
  void no_finished_step_is_lost_or_repeated_on_sqlite() throws Exception {
    crash(directory.resolve("tasks.db").toString(), Integer.getInteger("baton.crash.sqlite", 12));
  }

  @Test
  void no_finished_step_is_lost_or_repeated_on_postgresql() throws Exception {
    crash(TestPostgres.newAddress(), Integer.getInteger("baton.crash.postgresql", 6));
  }

  private void crash(String database, int times) throws Exception {
    LOG.info("{} crashes with seed {}", times, SEED);
    var marks = directory.resolve("marks").toString();
    for (var i = 0; i < times; i++) {
      try (var client = new MarkingClient(database, marks)) {
        if (i % 3 == 0) {
          // why: on a slow machine a server that has just begun is killed before it does anything
          client.startRun("run-" + runs++);
        }
        var killer =
            CompletableFuture.runAsync(
                client::kill,
                CompletableFuture.delayedExecutor(
                    random.nextInt(MOST_MILLIS), TimeUnit.MILLISECONDS));
        work(client, killer);
        killer.get(1, TimeUnit.MINUTES);
      }
    }
    try (var client = new MarkingClient(database, marks)) {
      check(client.runs(), Files.readAllLines(Path.of(marks)).stream().map(Mark::parse).toList());
    }
  }

  private void work(MarkingClient client, CompletableFuture<?> killer) throws IOException {
    while (!killer.isDone()) {
      switch (random.nextInt(3)) {
        case 0 -> client.startRun("run-" + runs++);
        case 1 -> {
          for (var task : open(client)) {
            client.resume(task.path("taskId").asString(""));
          }
        }
        default -> markOpenSteps(client);
      }
    }
  }

  private static List<JsonNode> open(MarkingClient client) throws IOException {
    try {
      var working =
          client.tasks().stream()
              .filter(task -> task.path("status").asString("").equals("working"))
              .limit(3)
              .toList();
      var open = new ArrayList<JsonNode>();
      for (var task : working) {
        open.add(client.run(task));
      }
      return open;
    } catch (NoSuchElementException e) {
      return List.of(); // killed meanwhile
    }
  }

  private void markOpenSteps(MarkingClient client) throws IOException {
    for (var task : open(client)) {
      var run = task.path("_meta").path("_workflow.call.one").path("run").asString("");
      for (var step : steps(task)) {
        if (!run.isEmpty() && step.path("status").asString("").equals("failed")) {
          client
              .mark(run, step.path("name").asString(""), task.path("taskId").asString(""))
              .filter(note -> note.path("recorded").asBoolean(false))
              .ifPresent(note -> recorded.add(note.path("nonce").asString("")));
        }
      }
    }
  }

  private static List<JsonNode> steps(JsonNode task) {
    return task.path("_meta").path("_workflow.progress").path("steps").valueStream().toList();
  }

  private void check(List<JsonNode> tasks, List<Mark> marks) {
    var byServer =
        marks.stream()
            .filter(mark -> mark.by().equals("server"))
            .collect(Collectors.groupingBy(Mark::place));
    assertThat(byServer.values())
        .as("the server makes no call twice, seed %d", SEED)
        .allSatisfy(calls -> assertThat(calls).hasSize(1));

    var nonces = marks.stream().map(Mark::nonce).collect(Collectors.toSet());
    var kept = new HashMap<String, Integer>();
    for (var task : tasks) {
      for (var step : steps(task)) {
        checkStep(task.path("_meta"), step, nonces, kept);
      }
    }
    assertThat(kept).as("results that were recorded, seed %d", SEED).isNotEmpty();
    assertThat(kept.keySet()).as("seed %d", SEED).containsAll(recorded);
    assertThat(lost(marks, kept)).as("marks of finished steps, seed %d", SEED).isEmpty();
    LOG.info("{} runs, {} marks, {} recorded continuations", runs, marks.size(), recorded.size());
  }

  private static void checkStep(
      JsonNode meta, JsonNode step, Set<String> nonces, Map<String, Integer> kept) {
    var name = step.path("name").asString("");
    var result = meta.path("_workflow.result." + name);
    assertThat(step.path("status").asString("")).isIn("pending", "completed", "failed");
    if (step.path("status").asString("").equals("completed")) {
      assertThat(nonces).contains(result.path("nonce").asString(""));
      kept.merge(result.path("nonce").asString(""), 1, Integer::sum);
    }
    meta.path("_workflow.history." + name)
        .forEach(entry -> kept.merge(entry.path("nonce").asString(""), 1, Integer::sum));
  }

  /**
   * Steps whose next step began: their results had been recorded, so they must be there. A step
   * that a kill interrupted has none, and goes on when a client made its call.
   */
  private static List<Mark> lost(List<Mark> marks, Map<String, Integer> kept) {
    var begun = marks.stream().map(Mark::place).collect(Collectors.toSet());
    var madeByClient =
        marks.stream()
            .filter(mark -> mark.by().equals("client") && kept.containsKey(mark.nonce()))
            .map(Mark::place)
            .collect(Collectors.toSet());
    return marks.stream()
        .filter(mark -> mark.by().equals("server") && !kept.containsKey(mark.nonce()))
        .filter(mark -> mark.next().filter(begun::contains).isPresent())
        .filter(mark -> !madeByClient.contains(mark.place()))
        .toList();
  }
}
