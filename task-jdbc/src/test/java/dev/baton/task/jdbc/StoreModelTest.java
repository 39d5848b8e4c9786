package dev.baton.task.jdbc;

import static dev.baton.property.Values.integers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Database;
import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import dev.baton.task.InMemoryTaskStore;
import dev.baton.task.MovableClock;
import dev.baton.task.NewTask;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskException;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskPage;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Whatever is done in whatever order, the store in a database answers like the one in memory. */
class StoreModelTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final TaskLimits LIMITS =
      TaskLimits.DEFAULT.withLivePerOwner(3).withVariableBytes(2_000);

  /** One step: which kind, on which task of those that were made, with how much of something. */
  record Step(String what, int task, int amount) {}

  private static final Generator<String> WHAT =
      Generator.of(
          "create",
          "create",
          "variable",
          "result",
          "complete",
          "renew",
          "sweep",
          "list",
          "live",
          "hold",
          "release",
          "held",
          "find");
  private static final Generator<Step> STEPS =
      given -> new Step(given.any(WHAT), given.any(integers(0, 5)), given.any(integers(0, 900)));

  /** A store and the ids that it gave, in the order in which they were asked for. */
  private record Side(TaskStore store, List<TaskId> ids) {}

  @Property(tries = 60)
  void both_stores_answer_the_same(Given given) throws IOException {
    List<Step> steps = given.any(STEPS.commands(5, 40));
    Path directory = Files.createTempDirectory("baton-model");
    try {
      assertSameAnswers(steps, directory);
    } finally {
      remove(directory);
    }
  }

  private static void remove(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  private static void assertSameAnswers(List<Step> steps, Path directory) {
    MovableClock clock = new MovableClock(Instant.parse("2026-11-15T10:59:57Z"));
    try (Database database = Database.open(directory.resolve("model.db"))) {
      Side memory = new Side(new InMemoryTaskStore(clock, LIMITS), new ArrayList<>());
      Side stored = new Side(JdbcTaskStore.open(database, clock, LIMITS), new ArrayList<>());
      for (Step step : steps) {
        // why: the time moves with every step, because the order of ties depends on random ids
        clock.advance(Duration.ofMillis(1 + step.amount()));
        assertThat(answer(stored, step, clock))
            .as("%s", step)
            .isEqualTo(answer(memory, step, clock));
      }
    }
  }

  private static String answer(Side side, Step step, MovableClock clock) {
    try {
      return shown(side, run(side, step, clock));
    } catch (TaskException refused) {
      return shown(side, refused.toString());
    }
  }

  private static String run(Side side, Step step, MovableClock clock) {
    TaskStore store = side.store();
    TaskOwner owner = new TaskOwner(step.task() % 2 == 0 ? "even" : "odd");
    return switch (step.what()) {
      case "create" -> created(side, owner, step);
      case "variable" -> updated(side, owner, step, task -> task.withVariable("v", text(step)));
      case "result" ->
          store
              .change(
                  owner,
                  id(side, step),
                  task -> TaskChange.to(task).withResult("r", "deploy", text(step), LIMITS))
              .toString();
      case "complete" ->
          updated(side, owner, step, task -> task.completedWith(JSON.objectNode().put("a", 1)));
      case "renew" ->
          updated(
              side, owner, step, task -> task.renewedFor(Duration.ofSeconds(3), clock.instant()));
      case "sweep" -> swept(side, clock);
      case "hold" -> updated(side, owner, step, task -> task.heldBy("somebody"));
      case "release" -> updated(side, owner, step, TaskRecord::released);
      case "list" -> pages(from -> store.list(owner, from, 2));
      case "live" -> pages(from -> store.listLive(owner, from, 2));
      case "held" -> store.listHeld(TaskKind.TOOL_CALL, TaskCursor.START, 3).toString();
      default ->
          store.find(owner, id(side, step))
              + " "
              + store.findResult(owner, id(side, step), "deploy");
    };
  }

  private static String created(Side side, TaskOwner owner, Step step) {
    NewTask task =
        NewTask.of(owner, TaskKind.TOOL_CALL, JSON.objectNode().put("n", step.amount()), LIMITS)
            .withTimeToLive(Duration.ofSeconds(1 + step.task()));
    TaskRecord record = side.store().create(task);
    side.ids().add(record.id());
    return record.toString();
  }

  private static String updated(
      Side side, TaskOwner owner, Step step, UnaryOperator<TaskRecord> change) {
    return side.store().update(owner, id(side, step), change).toString();
  }

  private static String swept(Side side, MovableClock clock) {
    return side.store().sweep(clock.instant()).stream()
        .sorted(Comparator.comparingInt(side.ids()::indexOf))
        .toList()
        .toString();
  }

  private static String pages(Function<TaskCursor, TaskPage> list) {
    List<TaskRecord> all = new ArrayList<>();
    Optional<TaskCursor> from = Optional.of(TaskCursor.START);
    while (from.isPresent()) {
      TaskPage page = list.apply(from.orElseThrow());
      all.addAll(page.tasks());
      from = page.next();
    }
    return all.toString();
  }

  private static TaskId id(Side side, Step step) {
    int back = side.ids().size() - 1 - step.task();
    return back < 0 ? new TaskId("none") : side.ids().get(back);
  }

  private static JsonNode text(Step step) {
    return JSON.stringNode("x".repeat(step.amount() * 3));
  }

  /** The answer with a number in the place of each random id. */
  private static String shown(Side side, String answer) {
    String shown = answer;
    for (int number = 0; number < side.ids().size(); number++) {
      shown = shown.replace(side.ids().get(number).value(), "task-" + number);
    }
    return shown;
  }
}
