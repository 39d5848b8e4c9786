package dev.baton.orchestrator.start;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.event.EventFeed;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.planning.Projects;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.store.AutoStartTable.PulledAttempt;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts tasks that nobody starts by hand: those that wait for nothing any more, and those that a
 * project takes as it has room. It looks at what is stored whenever something has happened, so that
 * a crash loses nothing; the transaction that records an attempt decides, so that nothing is
 * started twice. Thread safe.
 */
public final class AutoStarter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutoStarter.class);

  /** Some things pass by themselves, such as a day and what it may cost. */
  private static final Duration LOOK_ANYWAY = Duration.ofSeconds(30);

  /** What is about to start, or cannot for a reason that passes, is looked at again. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /** How many tasks are looked at; many of them may wait for money. */
  private static final int MOST_DUE = 5_000;

  /** How many are begun at a time; the next look finds the others. */
  private static final int MOST_STARTS = 100;

  /** What passes by itself, so that the next look tries again. */
  private static final Set<FailureCode> PASSING =
      Set.of(FailureCode.STORAGE_UNAVAILABLE, BoardFailureCode.NODE_UNAVAILABLE);

  private final Store store;
  private final EventFeed events;
  private final AttemptStarts starts;
  private final Projects projects;
  private final Budgets budgets;
  private final Set<UUID> busy = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread thread = Thread.ofVirtual().name("auto start").unstarted(this::run);
  private volatile boolean isClosed;

  public AutoStarter(
      Store store, EventFeed events, AttemptStarts starts, Projects projects, Budgets budgets) {
    this.store = store;
    this.events = events;
    this.starts = starts;
    this.projects = projects;
    this.budgets = budgets;
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try (var listener = events.listen()) {
      while (true) {
        var pause = LOOK_AGAIN;
        try {
          pause = look() ? LOOK_AGAIN : LOOK_ANYWAY;
        } catch (RuntimeException e) {
          LOG.warn("The look at what is to be started failed; it is tried again", e);
        }
        listener.awaitEvent(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether there was something to do. */
  private boolean look() {
    withdraw();
    var tasks = store.read(this::listTasks);
    tasks.forEach(task -> alone(task, this::begin));
    var pulling = store.read(this::listProjects);
    pulling.forEach(project -> alone(project, this::pull));
    return !tasks.isEmpty() || !pulling.isEmpty();
  }

  /** Those in line whose tasks must wait again leave it, and their place to others. */
  private void withdraw() {
    var untimely = store.read(tables -> tables.autoStarts().listUntimely());
    if (untimely.isEmpty()) {
      return;
    }
    store.write(
        tables -> {
          tables.line().lock();
          untimely.stream()
              .filter(tables.autoStarts()::withdraw)
              .forEach(id -> LOG.info("Attempt {} is withdrawn: its task must wait again", id));
          return untimely;
        });
  }

  /** Projects that can take a task now, or whose last one has ended. */
  private List<UUID> listProjects(Tables tables) {
    return tables.autoStarts().listPulling().stream()
        .filter(
            project ->
                findNext(tables, project).isPresent()
                    || !tables.autoStarts().listEnded(project).isEmpty())
        .toList();
  }

  /** Tasks whose last blocker is done; those without money wait until there is some. */
  private List<UUID> listTasks(Tables tables) {
    var due = tables.autoStarts().listDue(MOST_DUE);
    var spent = due.isEmpty() ? Set.<UUID>of() : budgets.listSpent(tables, due);
    return due.keySet().stream().filter(task -> !spent.contains(task)).limit(MOST_STARTS).toList();
  }

  private Optional<UUID> findNext(Tables tables, UUID project) {
    return tables.pulls().findNext(project, budgets.pass(tables).isSpent(project));
  }

  /** One thread for each task and project, so that none waits for the slow start of another. */
  private void alone(UUID id, Consumer<UUID> work) {
    if (!isClosed && busy.add(id)) {
      threads.execute(
          () -> {
            try {
              work.accept(id);
            } catch (RuntimeException e) {
              LOG.warn("The automatic start of {} failed and will be tried again", id, e);
            } finally {
              busy.remove(id);
            }
          });
    }
  }

  /** Starts a task that waits for nothing. */
  private void begin(UUID taskId) {
    store
        .read(tables -> tables.autoStarts().findOfTask(taskId))
        .ifPresent(
            wish ->
                begin(
                    taskId,
                    wish.executor(),
                    wish.variant(),
                    new AutomaticStart.Unblocked(budgets, taskId)));
  }

  /** Starts tasks of a project as long as there is room. */
  private void pull(UUID projectId) {
    var goesOn = true;
    while (goesOn && !isClosed) {
      if (!store.read(tables -> tables.autoStarts().listEnded(projectId)).isEmpty()) {
        store.write(tables -> countEnded(tables, projectId));
      }
      goesOn = pullNext(projectId);
    }
  }

  /** Returns whether it makes sense to go on. */
  private boolean pullNext(UUID projectId) {
    var next = store.read(tables -> findNext(tables, projectId));
    var pull = store.read(tables -> tables.autoStarts().findOfProject(projectId));
    return next.isPresent()
        && pull.isPresent()
        && begin(
            next.get(),
            pull.get().executor(),
            pull.get().variant(),
            new AutomaticStart.Room(budgets, projectId, next.get()));
  }

  /** Returns whether it makes sense to go on. */
  private boolean begin(
      UUID taskId, String executor, Optional<String> variant, AutomaticStart occasion) {
    try {
      var targets = findTargets(taskId);
      if (targets.isEmpty()) {
        return false;
      }
      var request = new NewAttempt(taskId, executor, variant, targets.get(), Optional.empty());
      starts
          .start(request, occasion)
          .ifPresent(started -> LOG.info("Started automatically: {}", started));
      return true;
    } catch (RuntimeException e) {
      if (isClosed || occasion.hasBegun()) {
        return false;
      }
      var reason = CallFailures.of(e);
      if (reason instanceof ToolFailure failure && PASSING.contains(failure.code())) {
        return false;
      }
      LOG.warn("Task {} could not be started automatically", taskId, e);
      store.write(
          tables -> {
            occasion.failed(tables, String.valueOf(reason.getMessage()));
            return taskId;
          });
      return true;
    }
  }

  /** Repositories and branches of an attempt; absent if another server must start it. */
  private Optional<List<NewAttempt.Target>> findTargets(UUID taskId) {
    var project = store.read(tables -> CallSubject.task(tables, taskId)).projectId();
    var known = store.read(tables -> tables.projects().listRepos(project));
    if (store.isShared() && known.stream().anyMatch(repo -> !Files.isDirectory(repo.path()))) {
      return Optional.empty();
    }
    // why none for one: the attempt then takes it by itself
    var named = known.size() < 2 ? List.<Repo>of() : projects.listRepos(project);
    return Optional.of(
        named.stream()
            .map(repo -> new NewAttempt.Target(repo.id(), repo.defaultBranch()))
            .toList());
  }

  /** Counts how those ended that were started for a project; too many failures pause it. */
  private static boolean countEnded(Tables tables, UUID projectId) {
    tables.autoStarts().lockProject(projectId);
    for (var ended : tables.autoStarts().listEnded(projectId)) {
      tables.autoStarts().deletePulled(ended.attemptId());
      change(tables, projectId, ended);
    }
    return true;
  }

  private static void change(Tables tables, UUID projectId, PulledAttempt ended) {
    var old = tables.autoStarts().findOfProject(projectId);
    old.map(pull -> after(pull, ended))
        .filter(pull -> !pull.equals(old.get()))
        .ifPresent(pull -> tables.autoStarts().setOfProject(projectId, pull));
  }

  private static Pull after(Pull pull, PulledAttempt ended) {
    return switch (ended.state()) {
      case COMPLETED -> pull.succeeded();
      // why: who stops an agent has seen to it
      case FAILED ->
          ended.isStopped()
              ? pull
              : pull.failed(AutomaticStart.words(ended.taskName(), ended.summary()));
      case IDLE, RUNNING -> pull;
    };
  }

  /** Ends the threads; what they have recorded is started by whoever opens the store next. */
  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
    threads.shutdownNow();
    threads.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
