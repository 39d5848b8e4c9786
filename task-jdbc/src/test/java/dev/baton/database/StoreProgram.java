package dev.baton.database;

import dev.baton.task.TaskId;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskStore;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.node.JsonNodeFactory;

/** What another process does with a database; it says what is done, one line each. */
final class StoreProgram {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private StoreProgram() {}

  public static void main(String[] arguments) throws Exception {
    try (Database database = Database.open(arguments[1])) {
      switch (arguments[0]) {
        case "continue" -> continueTask(store(database), new TaskId(arguments[2]), arguments[3]);
        case "count" -> count(store(database), new TaskId(arguments[2]));
        case "hold" -> hold(store(database));
        case "migrate" -> migrate(database);
        case "see" -> say(String.valueOf(store(database).presence().isAlive(arguments[2])));
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  private static TaskStore store(Database database) {
    return JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT);
  }

  /** A hundred continuations by sixteen threads. */
  private static void continueTask(TaskStore store, TaskId id, String name) throws Exception {
    awaitStart();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int number = 0; number < 100; number++) {
      String variable = name + number;
      calls.add(
          () -> {
            store.update(
                TaskOwner.LOCAL, id, task -> task.withVariable(variable, JSON.stringNode("done")));
            return true;
          });
    }
    for (Future<Boolean> call : threads.invokeAll(calls)) {
      call.get();
    }
    threads.shutdown();
    say("done");
  }

  /** Counts up in the task until somebody ends it. */
  private static void count(TaskStore store, TaskId id) {
    while (true) {
      var counted =
          store.update(
              TaskOwner.LOCAL,
              id,
              task -> task.withVariable("count", JSON.numberNode(task.version())));
      say(String.valueOf(counted.version() - 1));
    }
  }

  /** Says under which name it lives, and lives until it is told to end. */
  private static void hold(TaskStore store) throws Exception {
    say(store.presence().self());
    awaitStart();
  }

  private static void migrate(Database database) throws Exception {
    awaitStart();
    MigrationsTest.forms("forms").apply(database);
    say("done");
  }

  private static void awaitStart() throws Exception {
    say("ready");
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
