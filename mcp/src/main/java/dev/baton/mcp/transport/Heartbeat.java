package dev.baton.mcp.transport;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Lets every reply that is open for long show that it lives. Thread safe. */
final class Heartbeat implements AutoCloseable {
  private final Set<HttpReply> replies = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("http-heartbeat").factory());

  Heartbeat(Duration interval) {
    also(this::beat, interval);
  }

  /** Calls an action now and then, on the timer's thread. */
  void also(Runnable action, Duration interval) {
    var _ =
        timer.scheduleWithFixedDelay(
            action, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  void watch(HttpReply reply) {
    replies.add(reply);
  }

  void forget(HttpReply reply) {
    replies.remove(reply);
  }

  private void beat() {
    // why: a write to a client that does not read waits, and must not keep the others waiting
    replies.forEach(reply -> Thread.startVirtualThread(reply::beat));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
