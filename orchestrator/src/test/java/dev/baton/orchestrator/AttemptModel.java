package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.AttemptState;
import java.util.ArrayList;
import java.util.List;

/** What an attempt and its queue have to be after each step, in the simplest words. */
final class AttemptModel {
  private final List<String> heard = new ArrayList<>();
  private final List<String> queue = new ArrayList<>();
  private AttemptState.Name state = AttemptState.Name.RUNNING;
  private boolean isHeld;

  AttemptModel(String first) {
    heard.add(first);
  }

  boolean isRunning() {
    return state == AttemptState.Name.RUNNING;
  }

  AttemptState.Name state() {
    return state;
  }

  List<String> heard() {
    return heard;
  }

  List<String> queued() {
    return queue;
  }

  /** Without messages there is nothing to hold. */
  boolean isHeld() {
    return isHeld && !queue.isEmpty();
  }

  private void start(String message) {
    heard.add(message);
    state = AttemptState.Name.RUNNING;
    isHeld = false;
  }

  void succeed() {
    if (queue.isEmpty()) {
      state = AttemptState.Name.COMPLETED;
    } else {
      start(queue.removeFirst());
    }
  }

  void fail() {
    state = AttemptState.Name.FAILED;
    isHeld = true;
  }

  void send(String message) {
    start(message);
  }

  void queue(String message) {
    queue.add(message);
    if (!isRunning()) {
      start(queue.removeFirst());
    }
  }

  int cancel() {
    int cancelled = queue.size();
    queue.clear();
    isHeld = false;
    return cancelled;
  }
}
