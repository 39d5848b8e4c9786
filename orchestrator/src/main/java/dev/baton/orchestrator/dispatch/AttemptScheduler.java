package dev.baton.orchestrator.dispatch;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.baton.orchestrator.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Hands out the attempts of a server to its threads, also after a restart. It may hand out an
 * attempt twice; the epoch of the attempt lets only one driver write. Thread safe.
 */
final class AttemptScheduler implements AutoCloseable {
  private static final String TASK = "attempt on ";

  /** Due by every clock: those of nodes may be wrong by hours. */
  private static final Instant DUE = Instant.EPOCH;

  /**
   * The pause between two looks at the schedule. A hand-over is announced as well, and a lost
   * announcement is found with the next sign of life.
   */
  private static final Duration POLLING = Duration.ofSeconds(30);

  private static final Duration HEARTBEAT = Duration.ofSeconds(5);
  private static final int MISSED_HEARTBEATS = 4;

  /** Rows that this scheduler does not know are those of other servers, which need them. */
  private static final Duration STRANGERS_STAY = Duration.ofDays(365_000);

  private static final Duration SHUTDOWN = Duration.ofSeconds(5);

  private final Store store;
  private final String server;
  private final OneTimeTask<Void> task;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Scheduler scheduler;

  /**
   * A scheduler that has not begun.
   *
   * @param server the same after a restart, and another for each server of a database
   * @param capacity how many attempts are driven at a time
   * @param drive drives an attempt; returns when there is nothing left to do
   * @param doubted told of an attempt for which this server could not say for a while that it
   *     drives it
   */
  AttemptScheduler(
      Store store, String server, int capacity, Consumer<UUID> drive, Consumer<UUID> doubted) {
    this.store = store;
    this.server = server;
    task =
        // why the name of the server: attempts are driven where their workspaces are
        Tasks.oneTime(TASK + server)
            .onDeadExecution(
                (complete, operations) -> {
                  doubted.accept(attemptId(complete.getExecution().taskInstance.getId()));
                  operations.remove();
                })
            .execute((instance, _) -> drive.accept(attemptId(instance.getId())));
    scheduler =
        Scheduler.create(store.dataSource(), task)
            .schedulerName(new SchedulerName.Fixed(server))
            .threads(capacity)
            .executorService(threads)
            .pollingInterval(POLLING)
            .heartbeatInterval(HEARTBEAT)
            .missedHeartbeatsLimit(MISSED_HEARTBEATS)
            .deleteUnresolvedAfter(STRANGERS_STAY)
            .shutdownMaxWait(SHUTDOWN)
            .enableImmediateExecution()
            .build();
  }

  /** Begins; what an earlier run of this server had in hand is no longer in anybody's hands. */
  void start() {
    store.write(tables -> tables.schedule().forget(server));
    scheduler.start();
  }

  void schedule(UUID attemptId) {
    scheduler.schedule(task.instance(instance(attemptId)), DUE);
  }

  /** Hands an attempt to another node. */
  void scheduleOn(String node, UUID attemptId) {
    scheduler.schedule(new TaskInstance<>(TASK + node, instance(attemptId)), DUE);
  }

  /** Somebody else may have handed something to this node. */
  void wake() {
    scheduler.triggerCheckForDueExecutions();
  }

  /** Takes nothing more; what is driven is driven to its end. */
  void pause() {
    scheduler.pause();
  }

  private static String instance(UUID attemptId) {
    // why not the attempt's id alone: the next turn may be due before the last one is put away
    return attemptId + "/" + UUID.randomUUID();
  }

  private static UUID attemptId(String instance) {
    return UUID.fromString(instance.substring(0, instance.indexOf('/')));
  }

  @Override
  public void close() {
    scheduler.stop();
    threads.close();
  }
}
