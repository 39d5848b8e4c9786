package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.AttemptOverview;
import java.util.List;
import java.util.UUID;

/** The attempts at a task, newest first. */
public record AttemptList(UUID taskId, List<AttemptOverview> attempts) {
  public AttemptList {
    attempts = List.copyOf(attempts);
  }
}
