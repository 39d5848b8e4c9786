package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;

/** Whatever a project finds on its board, it takes what it should, in order, and stops in time. */
@Tag("slow")
class PullModelTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A task as a project finds it. */
  record Card(Priority priority, boolean fails, boolean isLabelled, boolean isBlocked) {}

  private static final Generator<Boolean> YES_OR_NO = Generator.of(false, true);
  private static final Generator<Boolean> SELDOM = Generator.of(false, false, false, true);
  private static final Generator<Card> CARD =
      given ->
          new Card(
              given.any(Generator.of(Priority.values())),
              given.any(YES_OR_NO),
              !given.any(SELDOM),
              given.any(SELDOM));

  @Property(tries = 4)
  void a_project_takes_its_tasks_in_order_and_pauses_when_three_fail(Given given) throws Exception {
    var cards = given.any(CARD.list(1, 9));
    var directory = Files.createTempDirectory("pull");
    try (var baton = TestBaton.in(directory)) {
      var blocker = baton.task("Blocker");
      var tasks = new ArrayList<UUID>();
      for (var card : cards) {
        tasks.add(create(baton, card, blocker));
      }
      var expected = new ArrayList<UUID>();
      var failures = 0;
      for (var place : order(cards)) {
        if (failures < 3) {
          expected.add(tasks.get(place));
          failures = cards.get(place).fails() ? failures + 1 : 0;
        }
      }
      var isPaused = failures == 3;

      baton
          .orchestrator()
          .autoStarts()
          .change(
              new PullChange(
                  baton.projectId(),
                  Optional.of(new Pull(1, FAKE, Optional.empty(), List.of("auto"))),
                  Optional.empty()));

      Awaitility.await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(taken(baton)).as(() -> attempts(baton, tasks)).isEqualTo(expected);
                var pull = baton.orchestrator().projects().load(baton.projectId()).pull();
                assertThat(pull.flatMap(Pull::pausedReason).isPresent()).isEqualTo(isPaused);
              });
      expected.forEach(
          id -> baton.awaitEnd(baton.orchestrator().attempts().list(id).getFirst().attemptId()));
      assertThat(taken(baton)).isEqualTo(expected);
    } finally {
      assertThat(new ProcessBuilder("rm", "-rf", directory.toString()).start().waitFor()).isZero();
    }
  }

  /** By priority; of the same, the newest stands on top. */
  private static List<Integer> order(List<Card> cards) {
    var places = new ArrayList<Integer>();
    for (int place = cards.size() - 1; place >= 0; place--) {
      if (cards.get(place).isLabelled() && !cards.get(place).isBlocked()) {
        places.add(place);
      }
    }
    places.sort(Comparator.comparing(place -> cards.get(place).priority()));
    return places;
  }

  private static UUID create(TestBaton baton, Card card, UUID blocker) {
    return baton
        .orchestrator()
        .board()
        .createTask(
            caller(),
            new NewBoardTask(
                baton.projectId(),
                card.fails() ? "exit 3" : "say hello",
                Optional.empty(),
                card.isLabelled() ? List.of("auto", "web") : List.of("web"),
                Optional.of(card.priority()),
                card.isBlocked() ? List.of(blocker.toString()) : List.of(),
                Optional.empty()))
        .task()
        .id();
  }

  /** How the attempts stand, for who has to find out why one is missing. */
  private static String attempts(TestBaton baton, List<UUID> tasks) {
    return tasks.stream()
        .flatMap(id -> baton.orchestrator().attempts().list(id).stream())
        .toList()
        .toString();
  }

  private static List<UUID> taken(TestBaton baton) {
    return baton
        .orchestrator()
        .events()
        .readAfter(
            new EventFilter(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of(EventName.ATTEMPT_CREATED)),
            0,
            1000)
        .events()
        .stream()
        .map(event -> event.taskId().orElseThrow())
        .toList();
  }
}
