package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.notice.TestReceiver;
import dev.baton.orchestrator.notice.TestReceiver.Heard;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A board whose tasks wait for each other comes to its end though the server is killed. */
@Timeout(900)
abstract class UnattendedBoardContract {
  private static final long SEED = Long.getLong("baton.kills.seed", System.nanoTime());
  private static final int TASKS = Integer.getInteger("baton.unattended.tasks", 40);
  private static final int KILLS = Integer.getInteger("baton.unattended.kills", 10);

  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  @AutoClose TestReceiver receiver;
  private final Random random = new Random(SEED);
  private final Map<UUID, BigDecimal> costs = new LinkedHashMap<>();

  UnattendedBoardContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void listen() throws Exception {
    receiver = new TestReceiver();
    var moods = new Random(SEED);
    receiver.answers(
        _ -> {
          var mood = moods.nextInt(10);
          return mood == 0
              ? TestReceiver.IS_DOWN
              : mood == 1 ? TestReceiver.REFUSES : TestReceiver.TAKES;
        });
  }

  @Test
  void all_that_can_be_done_is_done_once_in_order_told_and_counted() throws Exception {
    var address = databases.newAddress();
    var hook = receiver.url();
    try (var baton =
        TestBaton.in(directory, address, setup -> UnattendedServer.settings(setup, hook))) {
      fill(baton);
    }
    for (int kill = 0; kill < KILLS; kill++) {
      var server = start(address);
      try {
        assertThat(server.inputReader().readLine()).isEqualTo(UnattendedServer.READY);
        TimeUnit.MILLISECONDS.sleep(random.nextInt(2500));
      } finally {
        server.destroyForcibly().waitFor();
      }
    }
    var server = start(address);
    try {
      var output = server.inputReader();
      for (var line = output.readLine();
          !UnattendedServer.AT_END.equals(line);
          line = output.readLine()) {
        assertThat(line).as("seed %d", SEED).isEqualTo(UnattendedServer.READY);
      }
    } finally {
      server.destroyForcibly().waitFor();
    }
    try (var baton = TestBaton.again(directory, address)) {
      check(baton.orchestrator());
    }
    assertThat(LivePrograms.agents(directory)).isEmpty();
  }

  private Process start(String address) throws Exception {
    var log = ProcessBuilder.Redirect.appendTo(directory.resolve("server.log").toFile());
    return new ProcessBuilder(UnattendedServer.line(directory, address, receiver.url()))
        .redirectError(log)
        .start();
  }

  private void fill(TestBaton baton) {
    var all = new ArrayList<UUID>();
    for (int number = 0; number < TASKS; number++) {
      var cost = new BigDecimal("0.%02d".formatted(1 + random.nextInt(99)));
      var blockers =
          all.stream().filter(_ -> random.nextInt(4) == 0).map(UUID::toString).limit(3).toList();
      var task =
          baton
              .orchestrator()
              .board()
              .createTask(
                  caller(),
                  new NewBoardTask(
                      baton.projectId(),
                      "cost " + cost,
                      Optional.of(script(number)),
                      List.of(),
                      Optional.empty(),
                      blockers,
                      Optional.empty()))
              .task()
              .id();
      all.add(task);
      costs.put(task, cost);
    }
    baton
        .orchestrator()
        .autoStarts()
        .change(
            new PullChange(
                baton.projectId(), Optional.of(UnattendedServer.pull()), Optional.empty()));
  }

  private String script(int number) {
    return switch (random.nextInt(10)) {
      case 0 -> "exit 3";
      case 1 -> "hang";
      case 2 -> "ask May I?\nsay asked";
      default -> "sleep 0.%d\nwrite %d.txt made".formatted(random.nextInt(10), number);
    };
  }

  private void check(Orchestrator orchestrator) {
    var events = orchestrator.events().readAfter(EventFilter.ALL, 0, 100_000).events();
    var done =
        events.stream()
            .filter(it -> it.name() == EventName.TASK_CHANGED)
            .filter(it -> it.data().path("status").asString("").equals("done"))
            .collect(Collectors.toMap(it -> it.taskId().orElseThrow(), BoardEvent::id, Math::min));
    var created =
        events.stream()
            .filter(it -> it.name() == EventName.ATTEMPT_CREATED)
            .collect(Collectors.toMap(it -> it.taskId().orElseThrow(), BoardEvent::id));
    var query = new CostQuery(Optional.empty(), Optional.empty(), orchestrator.costs().since(2));
    var told = orchestrator.costs().sums(query, CostQuery.By.TASK);
    var sum = BigDecimal.ZERO;
    for (var task : UnattendedServer.tasks(orchestrator)) {
      var id = task.task().id();
      var attempts = orchestrator.attempts().list(id);
      assertThat(attempts)
          .as("attempts at #%d, seed %d", task.task().number(), SEED)
          .hasSize(task.openBlockers().isEmpty() ? 1 : 0);
      if (!attempts.isEmpty()) {
        assertThat(task.blockers().stream().map(Blocker::taskId))
            .as("blockers of #%d, seed %d", task.task().number(), SEED)
            .allSatisfy(it -> assertThat(done.get(it)).isLessThan(created.get(id)));
        var isCompleted = attempts.getFirst().state() == AttemptState.Name.COMPLETED;
        var cost = Objects.requireNonNull(costs.get(id));
        assertThat(
                Optional.ofNullable(told.get(id.toString()))
                    .flatMap(it -> it.usd())
                    .map(BigDecimal::stripTrailingZeros))
            .as("cost of #%d, seed %d", task.task().number(), SEED)
            .isEqualTo(Optional.of(cost.stripTrailingZeros()).filter(_ -> isCompleted));
        sum = isCompleted ? sum.add(cost) : sum;
      }
    }
    assertThat(orchestrator.costs().figures(query).total().atLeast())
        .as("seed %d", SEED)
        .isEqualByComparingTo(sum);
    checkRun(events);
    checkTold(events);
  }

  /** Never more at a time than were allowed, and one agent for each attempt. */
  private static void checkRun(List<BoardEvent> events) {
    var agents = new LinkedHashMap<UUID, Integer>();
    var open = new LinkedHashSet<UUID>();
    for (var event : events) {
      var attempt = event.attemptId();
      var word = event.data().path("state").asString("");
      if (event.name() == EventName.ATTEMPT_CREATED) {
        open.add(attempt.orElseThrow());
        assertThat(open).as("seed %d", SEED).hasSizeLessThanOrEqualTo(4);
      } else if (event.name() == EventName.ATTEMPT_STATE
          && (word.equals("completed") || word.equals("failed"))) {
        open.remove(attempt.orElseThrow());
      } else if (event.name() == EventName.PROCESS_STARTED) {
        agents.merge(attempt.orElseThrow(), 1, Integer::sum);
      }
    }
    assertThat(open).as("seed %d", SEED).isEmpty();
    assertThat(agents.values()).as("seed %d", SEED).isNotEmpty().containsOnly(1);
  }

  private void checkTold(List<BoardEvent> events) {
    assertThat(receiver.taken().stream().map(Heard::event).collect(Collectors.toSet()))
        .as("seed %d", SEED)
        .containsAll(
            events.stream()
                .filter(it -> UnattendedServer.TOPICS.contains(it.name().wireName()))
                .map(BoardEvent::id)
                .collect(Collectors.toCollection(TreeSet::new)));
    NoticeContract.assertInOrder(receiver.heard());
    NoticeContract.assertInOrder(receiver.taken());
  }
}
