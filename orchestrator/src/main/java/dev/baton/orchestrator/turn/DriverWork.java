package dev.baton.orchestrator.turn;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.store.Store;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work that drivers do themselves between two programs, such as a commit, whose hooks may never
 * end. A stop of the attempt cuts it short. Thread safe.
 */
public final class DriverWork {
  private final Store store;
  private final WorkspaceChanges changes;
  private final Map<UUID, Thread> threads = new ConcurrentHashMap<>();

  public DriverWork(Store store, WorkspaceChanges changes) {
    this.store = store;
    this.changes = changes;
  }

  /**
   * Notes whether the agent changed the workspace.
   *
   * @return why the turn fails, if it does
   */
  Optional<String> compareChanges(TurnSituation now) throws InterruptedException {
    return finish(
        now,
        () -> {
          var print = Optional.of(changes.print(now.attempt()));
          var hasChanged = !now.turn().changesBefore().equals(print);
          now.write(store, tables -> tables.turns().setChanged(now.turn().id(), hasChanged));
          return Optional.empty();
        });
  }

  /** Commits what the agent left uncommitted; returns the same. */
  Optional<String> commit(TurnSituation now) throws InterruptedException {
    return finish(
        now,
        () -> {
          var refused = changes.commit(now.attempt(), title(now), now.claim());
          if (refused.isEmpty()) {
            now.write(store, tables -> tables.turns().setCommitted(now.turn().id()));
          }
          return refused.map("commit refused: "::concat);
        });
  }

  private String title(TurnSituation now) {
    return store
        .read(tables -> tables.boardTasks().find(now.attempt().taskId()))
        .map(BoardTask::title)
        .orElse("Work of an agent");
  }

  private Optional<String> finish(TurnSituation now, Callable<Optional<String>> work)
      throws InterruptedException {
    try {
      return await(now.claim().attemptId(), new FutureTask<>(work));
    } catch (ToolFailure e) {
      return now.findStop(store)
          .or(() -> Optional.of("the work could not be looked at or committed: " + e.getMessage()));
    } catch (GitException e) {
      return Optional.of(now.findStop(store).orElseThrow(() -> e));
    }
  }

  /** Returns when the work is done; what it throws comes out. */
  private <T> T await(UUID attemptId, FutureTask<T> work) throws InterruptedException {
    var thread = Thread.ofVirtual().name("work for " + attemptId).unstarted(work);
    threads.put(attemptId, thread);
    thread.start();
    try {
      return work.get();
    } catch (InterruptedException e) {
      thread.interrupt();
      thread.join();
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } finally {
      threads.remove(attemptId, thread);
    }
  }

  /** Interrupts the work of an attempt, if there is any, once: git wants to clean up after it. */
  void cutShort(UUID attemptId) {
    Optional.ofNullable(threads.remove(attemptId)).ifPresent(Thread::interrupt);
  }
}
