package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.workspace.KeptRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Deletes attempts and tasks; work that is not merged is kept. Thread safe. */
final class Deletions {
  private final Parts parts;
  private final DevServing devServing;
  private final Store store;

  Deletions(Parts parts, DevServing devServing) {
    this.parts = parts;
    this.devServing = devServing;
    this.store = parts.store();
  }

  Deletion deleteTask(UUID taskId) {
    var attempts =
        store.read(
            tables -> {
              Known.task(tables, taskId);
              return tables.attempts().list(taskId).stream()
                  .map(AttemptOverview::attemptId)
                  .map(id -> Known.attemptOf(parts.node(), tables, id))
                  .toList();
            });
    attempts.forEach(Review::refuseBusy);
    var kept = new ArrayList<String>();
    attempts.forEach(attempt -> kept.addAll(delete(attempt)));
    store.write(
        tables -> {
          tables.boardTasks().delete(taskId);
          return taskId;
        });
    return new Deletion(kept);
  }

  Deletion deleteAttempt(UUID attemptId) {
    return new Deletion(
        delete(store.read(tables -> Known.attemptOf(parts.node(), tables, attemptId))));
  }

  private List<String> delete(Attempt attempt) {
    return parts.attemptWorkspaces().close(attempt.id(), () -> deleteClosed(attempt));
  }

  private List<String> deleteClosed(Attempt attempt) {
    close(attempt);
    var ignored = devServing.stop(attempt.id());
    endStrays(attempt);
    var kept =
        parts.attemptWorkspaces().remove(attempt).stream().map(KeptRef::ref).distinct().toList();
    try {
      parts.dispatcher().deleteOutput(attempt.id());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The output of attempt %s cannot be deleted".formatted(attempt.id()), e);
    }
    store.write(
        tables -> {
          tables.attempts().delete(attempt.id());
          return attempt;
        });
    parts.dispatcher().signals().tell(attempt.id());
    return kept;
  }

  /** Nothing may work in a workspace that goes. */
  private void endStrays(Attempt attempt) {
    try {
      var survivors = parts.dispatcher().endStrays(attempt.id()).survivors();
      if (!survivors.isEmpty()) {
        throw new ToolFailure(
            FailureCode.ATTEMPT_BUSY,
            "Attempt %s cannot be deleted: these processes of its agent do not end: %s"
                .formatted(attempt.id(), String.join("; ", survivors)),
            "End them by hand, then repeat delete_attempt",
            Map.of("survivors", survivors));
      }
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "delete_attempt", "list_task_attempts for " + attempt.taskId());
    }
  }

  /** Lets nothing start any more; refused while something runs. */
  private void close(Attempt attempt) {
    store.write(
        tables -> {
          tables.lock("attempt " + attempt.id());
          tables.line().lock();
          Review.refuseBusy(Known.attempt(tables, attempt.id()));
          tables.line().leave(attempt.id());
          return tables.turns().cancelQueued(attempt.id());
        });
  }
}
