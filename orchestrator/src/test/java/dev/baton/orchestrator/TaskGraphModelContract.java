package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import dev.baton.property.Values;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Whatever waits for whatever, and whatever is moved, deleted or fails: no task is started before
 * its blockers are done, none is forgotten, and none is started twice.
 */
abstract class TaskGraphModelContract {
  private static final int TASKS = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AutoStart BY_ITSELF = new AutoStart(FAKE, Optional.empty());

  enum Act {
    DONE,
    BLOCK,
    TODO,
    CANCEL,
    ARCHIVE,
    RESTORE,
    DELETE,
    UNBLOCK,
    WISH,
    FORCE,
    RESTART
  }

  record Step(Act act, int task, int other) {}

  private static final Generator<Integer> WHICH = Values.integers(0, TASKS - 1);
  private static final Generator<Act> ACTS =
      Generator.of(
          Act.DONE,
          Act.DONE,
          Act.DONE,
          Act.DONE,
          Act.BLOCK,
          Act.BLOCK,
          Act.BLOCK,
          Act.TODO,
          Act.CANCEL,
          Act.ARCHIVE,
          Act.RESTORE,
          Act.DELETE,
          Act.UNBLOCK,
          Act.WISH,
          Act.FORCE,
          Act.RESTART);
  private static final Generator<Step> STEP =
      given -> new Step(given.any(ACTS), given.any(WHICH), given.any(WHICH));
  private static final Generator<List<Step>> STEPS = STEP.commands(10, 24);

  /** What a simple model knows of a task. */
  private static final class Model {
    final Set<Integer> blockers = new LinkedHashSet<>();
    BoardTaskStatus status = BoardTaskStatus.TODO;
    boolean isWished = true;

    /** It waits for a task that is never done, until something else is said of its blockers. */
    boolean isGated = true;

    boolean isArchived;
    boolean isDeleted;
    int attempts;
  }

  @RegisterExtension final Databases databases;

  TaskGraphModelContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @Property(tries = 6)
  void tasks_start_when_their_last_blocker_is_done_and_not_before(Given given) throws Exception {
    live(given, setup -> setup, Graph::live);
  }

  @Property(tries = 4)
  void who_stands_in_line_is_who_is_due_and_begins_when_there_is_room(Given given)
      throws Exception {
    live(given, TestBaton.atMost(1), Graph::standInLine);
  }

  private void live(
      Given given, UnaryOperator<OrchestratorSetup> settings, BiConsumer<Graph, List<Step>> life)
      throws Exception {
    var fails = given.any(Generator.of(false, true).list(TASKS, TASKS));
    var directory = Files.createTempDirectory("graph");
    try (var baton = TestBaton.in(directory, databases.newAddress(), settings)) {
      life.accept(new Graph(baton, fails), given.any(STEPS));
    } finally {
      assertThat(new ProcessBuilder("rm", "-rf", directory.toString()).start().waitFor()).isZero();
    }
  }

  private static final class Graph {
    private final TestBaton baton;
    private final List<UUID> ids = new ArrayList<>();
    private final List<Model> models = new ArrayList<>();

    Graph(TestBaton baton, List<Boolean> fails) {
      this.baton = baton;
      var gate = create("never", List.of(), Optional.empty()).toString();
      for (int task = 0; task < TASKS; task++) {
        ids.add(
            create(
                fails.get(task) ? "exit 3" : "say hello", List.of(gate), Optional.of(BY_ITSELF)));
        models.add(new Model());
      }
    }

    private UUID create(String title, List<String> blockedBy, Optional<AutoStart> autoStart) {
      return baton
          .orchestrator()
          .board()
          .createTask(
              caller(),
              new NewBoardTask(
                  baton.projectId(),
                  title,
                  Optional.empty(),
                  List.of(),
                  Optional.empty(),
                  blockedBy,
                  autoStart))
          .task()
          .id();
    }

    void live(List<Step> steps) {
      for (var step : steps) {
        if (!models.get(step.task()).isDeleted) {
          take(step);
          settle();
        }
      }
      proveThatNothingMoreStarts();
    }

    /** The same while nobody else has room: nothing begins, and who is no longer due leaves. */
    void standInLine(List<Step> steps) {
      var other = baton.start("hang").attemptId();
      for (var step : steps) {
        if (step.act() != Act.FORCE && !models.get(step.task()).isDeleted) {
          take(step);
          Awaitility.await()
              .atMost(PATIENCE)
              .untilAsserted(() -> assertThat(line()).as("%s", step).isEqualTo(due()));
        }
      }
      baton.orchestrator().attempts().stop(other, true);
      proveThatNothingMoreStarts();
    }

    private Map<Integer, List<AttemptState.Name>> line() {
      var all = new HashMap<Integer, List<AttemptState.Name>>();
      for (int task = 0; task < TASKS; task++) {
        if (!models.get(task).isDeleted) {
          all.put(
              task,
              baton.orchestrator().attempts().list(ids.get(task)).stream()
                  .map(AttemptOverview::state)
                  .toList());
        }
      }
      return all;
    }

    private Map<Integer, List<AttemptState.Name>> due() {
      var all = new HashMap<Integer, List<AttemptState.Name>>();
      for (int task = 0; task < TASKS; task++) {
        if (!models.get(task).isDeleted) {
          all.put(task, isDue(models.get(task)) ? List.of(AttemptState.Name.IDLE) : List.of());
        }
      }
      return all;
    }

    private void take(Step step) {
      var model = models.get(step.task());
      var id = ids.get(step.task());
      switch (step.act()) {
        case DONE -> move(step, BoardTaskStatus.DONE);
        case TODO -> move(step, BoardTaskStatus.TODO);
        case CANCEL -> move(step, BoardTaskStatus.CANCELLED);
        case ARCHIVE, RESTORE -> {
          model.isArchived = step.act() == Act.ARCHIVE;
          baton.orchestrator().board().archiveTask(id, model.isArchived);
        }
        case DELETE -> {
          model.isDeleted = true;
          baton.orchestrator().deletions().deleteTask(id);
        }
        case BLOCK -> block(step);
        case UNBLOCK -> {
          model.blockers.clear();
          model.isGated = false;
          change(id, Optional.empty(), Optional.of(List.of()), Optional.empty());
        }
        case WISH -> wish(id, model);
        case FORCE -> force(id, model);
        case RESTART -> baton.restart();
      }
    }

    /** What has begun or is over does not start by itself, and says so unless it did before. */
    private void wish(UUID id, Model model) {
      try {
        change(id, Optional.empty(), Optional.empty(), Optional.of(BY_ITSELF));
        assertThat(model.isWished || model.status == BoardTaskStatus.TODO)
            .as("a new wish of a task that is %s", model.status)
            .isTrue();
        model.isWished = true;
      } catch (ToolFailure refusal) {
        assertThat(refusal).hasMessageContaining("starts by itself only from todo");
        assertThat(model.status).as("%s", refusal).isNotEqualTo(BoardTaskStatus.TODO);
      }
    }

    /** A start by hand goes past the blockers, and never to a task that is archived. */
    private void force(UUID id, Model model) {
      var start =
          new NewAttempt(
              id,
              FAKE,
              Optional.empty(),
              List.of(),
              Optional.of("say now"),
              true,
              ModelChoice.NONE);
      try {
        baton.orchestrator().attemptStarts().start(caller(), start);
        assertThat(model.isArchived).as("an archived task began").isFalse();
        begin(model);
      } catch (ToolFailure refusal) {
        assertThat(refusal).hasMessageContaining("is archived");
        assertThat(model.isArchived).as("%s", refusal).isTrue();
      }
    }

    private void move(Step step, BoardTaskStatus status) {
      models.get(step.task()).status = status;
      change(ids.get(step.task()), Optional.of(status), Optional.empty(), Optional.empty());
    }

    private void block(Step step) {
      var model = models.get(step.task());
      if (models.get(step.other()).isDeleted && !model.blockers.contains(step.other())) {
        return;
      }
      var wanted = new LinkedHashSet<>(model.blockers);
      wanted.add(step.other());
      var isCircle = reaches(wanted, step.task(), new HashSet<>());
      try {
        change(
            ids.get(step.task()),
            Optional.empty(),
            Optional.of(wanted.stream().map(it -> ids.get(it).toString()).toList()),
            Optional.empty());
        assertThat(isCircle).as("%s makes a circle", step).isFalse();
        model.blockers.addAll(wanted);
        model.isGated = false;
      } catch (ToolFailure refusal) {
        assertThat(refusal).hasMessageContaining("in a circle");
        assertThat(isCircle).as("%s makes no circle", step).isTrue();
      }
    }

    private boolean reaches(Set<Integer> from, int task, Set<Integer> seen) {
      return from.contains(task)
          || from.stream()
              .filter(seen::add)
              // why: what waits is deleted with the task that waits
              .filter(it -> !models.get(it).isDeleted)
              .anyMatch(it -> reaches(models.get(it).blockers, task, seen));
    }

    private void change(
        UUID id,
        Optional<BoardTaskStatus> status,
        Optional<List<String>> blockedBy,
        Optional<AutoStart> autoStart) {
      baton
          .orchestrator()
          .board()
          .changeTask(
              new BoardTaskChange(
                  id,
                  Optional.empty(),
                  Optional.empty(),
                  status,
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  blockedBy,
                  autoStart,
                  Optional.empty()));
    }

    private static void begin(Model model) {
      model.isWished = false;
      model.attempts++;
      model.status = BoardTaskStatus.IN_REVIEW;
    }

    private boolean isDue(Model model) {
      return model.isWished
          && !model.isDeleted
          && !model.isArchived
          && model.status == BoardTaskStatus.TODO
          && !model.isGated
          && model.blockers.stream().allMatch(it -> models.get(it).status == BoardTaskStatus.DONE);
    }

    /** Waits until everything has happened that the model says. */
    private void settle() {
      models.stream().filter(this::isDue).forEach(Graph::begin);
      Awaitility.await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(board()).isEqualTo(expected()));
    }

    private Map<Integer, String> expected() {
      var all = new HashMap<Integer, String>();
      for (int task = 0; task < TASKS; task++) {
        var model = models.get(task);
        if (!model.isDeleted) {
          all.put(task, "%s after %d attempts".formatted(model.status, model.attempts));
        }
      }
      return all;
    }

    private Map<Integer, String> board() {
      var all = new HashMap<Integer, String>();
      for (int task = 0; task < TASKS; task++) {
        if (!models.get(task).isDeleted) {
          var attempts = baton.orchestrator().attempts().list(ids.get(task));
          var status = baton.orchestrator().board().loadTask(ids.get(task)).task().status();
          all.put(
              task,
              attempts.stream().anyMatch(Graph::isUnfinished)
                  ? "works"
                  : "%s after %d attempts".formatted(status, attempts.size()));
        }
      }
      return all;
    }

    private static boolean isUnfinished(AttemptOverview attempt) {
      return attempt.state() == AttemptState.Name.RUNNING
          || attempt.state() == AttemptState.Name.IDLE;
    }

    /** Whoever looks for what is due finds this one last; so nothing else was. */
    private void proveThatNothingMoreStarts() {
      var first = create("say first", List.of(), Optional.empty());
      var last = create("say last", List.of(first.toString()), Optional.of(BY_ITSELF));
      change(first, Optional.of(BoardTaskStatus.DONE), Optional.empty(), Optional.empty());
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> !baton.orchestrator().attempts().list(last).isEmpty());
      baton.awaitEnd(baton.orchestrator().attempts().list(last).getFirst().attemptId());
      settle();
    }
  }
}
