package dev.baton.orchestrator.mirror;

import dev.baton.orchestrator.workspace.Checkpoints.Checkpoint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Remembers what is at home of the attempts that were brought last. Forgotten work is brought
 * again, which costs one push of nothing. Thread safe.
 */
final class BroughtWork {
  static final int MOST = 1_000;

  private record Part(UUID attemptId, String repoName) {}

  private final Map<Part, Checkpoint> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Part, Checkpoint> eldest) {
          return size() > MOST;
        }
      };
  private final Map<UUID, Turn> turns = new ConcurrentHashMap<>();

  /** Those who bring something of one attempt, or wait to. Its count changes only in the map. */
  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock();
    private int users;

    private Turn withOneMore() {
      users++;
      return this;
    }
  }

  /** One at a time for an attempt: two that bring the same would be in each other's way at home. */
  void inTurn(UUID attemptId, Runnable work) {
    var turn =
        turns.compute(
            attemptId, (_, others) -> (others == null ? new Turn() : others).withOneMore());
    turn.lock.lock();
    try {
      work.run();
    } finally {
      turn.lock.unlock();
      turns.computeIfPresent(attemptId, (_, all) -> --all.users == 0 ? null : all);
    }
  }

  synchronized boolean isAtHome(UUID attemptId, String repoName, Checkpoint now) {
    return find(attemptId, repoName).filter(now::equals).isPresent();
  }

  synchronized Optional<Checkpoint> find(UUID attemptId, String repoName) {
    return Optional.ofNullable(known.get(new Part(attemptId, repoName)));
  }

  synchronized void note(UUID attemptId, String repoName, Checkpoint now) {
    known.put(new Part(attemptId, repoName), now);
  }

  synchronized void forget(UUID attemptId, String repoName) {
    known.remove(new Part(attemptId, repoName));
  }

  /** How much is remembered, and how many are at it. */
  synchronized int size() {
    return known.size() + turns.size();
  }
}
