package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are killed between the end of a blocker and the start of what waits for it. */
@Tag("slow")
class TaskGraphCrashTest {
  private static final long SEED = Long.getLong("baton.kills.seed", System.nanoTime());
  private static final int KILLS = 5;

  @TempDir Path directory;
  private final Random random = new Random(SEED);

  /** A blocker whose work can be merged, and a task that waits for it. */
  private record Pair(UUID blocker, UUID attempt, UUID waiting) {}

  private static Pair pair(TestBaton baton, UUID project, int number) {
    var blocker = create(baton, project, "Blocker " + number, List.of());
    var attempt =
        baton
            .orchestrator()
            .attemptStarts()
            .start(caller(), TestBaton.attempt(blocker, "write %d.txt made".formatted(number)))
            .attemptId();
    baton.awaitEnd(attempt);
    var waiting = create(baton, project, "say hello", List.of(blocker.toString()));
    return new Pair(blocker, attempt, waiting);
  }

  private static UUID create(TestBaton baton, UUID project, String title, List<String> blockedBy) {
    return baton
        .orchestrator()
        .board()
        .createTask(
            caller(),
            new NewBoardTask(
                project,
                title,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                blockedBy,
                Optional.of(new AutoStart(FAKE, Optional.empty()))))
        .task()
        .id();
  }

  @Test
  void what_waits_for_a_merge_is_started_once_whenever_the_server_dies() throws Exception {
    UUID project;
    try (var baton = TestBaton.in(directory)) {
      project = baton.projectId();
    }
    for (int number = 0; number < KILLS; number++) {
      Pair pair;
      try (var baton = TestBaton.again(directory)) {
        pair = pair(baton, project, number);
      }
      try (var server = KilledServer.start(directory, TestBaton.file(directory))) {
        assertThat(server.output().readLine()).isEqualTo(KilledServer.READY);
        server.ask("merge\tm\t%s\t-".formatted(pair.attempt()));
        server.killAfter(Duration.ofMillis(random.nextInt(900)));
      }
      try (var baton = TestBaton.again(directory)) {
        finish(baton, pair);
      }
    }
  }

  private static void finish(TestBaton baton, Pair pair) {
    var board = baton.orchestrator().board();
    if (board.loadTask(pair.blocker()).task().status() != BoardTaskStatus.DONE) {
      KilledServer.obey(baton, List.of("merge", "again", pair.attempt().toString(), "-"));
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> !baton.orchestrator().attempts().list(pair.waiting()).isEmpty());
    var attempts = baton.orchestrator().attempts().list(pair.waiting());
    assertThat(attempts).as("seed %d", SEED).hasSize(1);
    var end = baton.awaitEnd(attempts.getFirst().attemptId());
    assertThat(end.attempt().state().name()).isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(board.loadTask(pair.waiting()).autoStart()).isEmpty();
  }
}
