package dev.baton.orchestrator.upkeep;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.Interrupted;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.progress.DevServerControl;
import dev.baton.orchestrator.remote.RemoteOperations;
import dev.baton.orchestrator.remote.RemoteOperations.RemoteOperation;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.StrayPrograms;
import dev.baton.orchestrator.workspace.KeptRef;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Deletes attempts and tasks; work that is not merged is kept. Thread safe. */
public final class Deletions {
  /**
   * What a deletion left behind.
   *
   * @param keptRefs names under {@code refs/baton/} that keep work which was not merged
   */
  public record Deletion(List<String> keptRefs) {
    public Deletion {
      keptRefs = List.copyOf(keptRefs);
    }
  }

  private final Store store;
  private final Node node;
  private final AttemptWorkspaces workspaces;
  private final StrayPrograms strays;
  private final ProgramDirectories directories;
  private final DevServerControl devServers;
  private final RemoteOperations elsewhere;

  public Deletions(
      Store store,
      Node node,
      AttemptWorkspaces workspaces,
      StrayPrograms strays,
      ProgramDirectories directories,
      DevServerControl devServers,
      RemoteOperations elsewhere) {
    this.store = store;
    this.node = node;
    this.workspaces = workspaces;
    this.strays = strays;
    this.directories = directories;
    this.devServers = devServers;
    this.elsewhere = elsewhere;
  }

  /** Refused while an attempt runs. */
  public Deletion deleteTask(UUID taskId) {
    var attempts =
        store.read(
            tables -> {
              CallSubject.task(tables, taskId);
              return tables.attempts().list(taskId).stream()
                  .map(AttemptOverview::attemptId)
                  .map(id -> CallSubject.attempt(tables, id))
                  .toList();
            });
    attempts.forEach(CallSubject::refuseBusy);
    // why first: a node that does not answer keeps the task as it is
    var kept = deleteAllElsewhere(attempts.stream().filter(this::isElsewhere).toList());
    var here = attempts.stream().filter(attempt -> !isElsewhere(attempt)).toList();
    // why the newest last, and the task with it: whoever looks meanwhile sees no task without the
    // attempt that they write to
    here.stream()
        .skip(1)
        .toList()
        .reversed()
        .forEach(attempt -> kept.addAll(delete(attempt, false)));
    if (here.isEmpty()) {
      store.write(tables -> deleteTask(tables, taskId));
    } else {
      kept.addAll(delete(here.getFirst(), true));
    }
    return new Deletion(kept);
  }

  private static UUID deleteTask(Tables tables, UUID taskId) {
    // why the lock: nobody may begin to wait for a task that goes
    tables.blockers().lock();
    tables.boardTasks().find(taskId).ifPresent(tables.blockers()::keepTrace);
    tables.boardTasks().delete(taskId);
    return taskId;
  }

  /** What a node had that was removed is deleted here, as far as it is here. */
  private boolean isElsewhere(Attempt attempt) {
    return !node.has(attempt)
        && attempt.home().flatMap(it -> store.read(tables -> tables.nodes().find(it))).isPresent();
  }

  /**
   * Deletes attempts on their nodes, or nothing anywhere if one of the nodes is known not to
   * answer.
   */
  private List<String> deleteAllElsewhere(List<Attempt> attempts) {
    attempts.forEach(attempt -> elsewhere.requireLive(attempt.home().orElseThrow()));
    var kept = new ArrayList<String>();
    var deleted = new ArrayList<UUID>();
    for (var attempt : attempts) {
      try {
        kept.addAll(deleteElsewhere(attempt));
      } catch (ToolFailure e) {
        throw deleted.isEmpty() ? e : halfDone(e, deleted, kept);
      }
      deleted.add(attempt.id());
    }
    return kept;
  }

  private static ToolFailure halfDone(ToolFailure failure, List<UUID> deleted, List<String> kept) {
    var details = new LinkedHashMap<String, Object>(failure.details());
    details.put("deleted_attempts", deleted);
    details.put("kept_refs", kept);
    return new ToolFailure(
        failure.code(),
        "%s; the task stays, but %d of its attempts on other nodes went already"
            .formatted(failure.getMessage(), deleted.size()),
        "Repeat the call when the node is back; list_task_attempts shows what is left",
        details);
  }

  /**
   * An attempt goes where its workspace is, and then what stands for that at the home of its
   * repositories; so that is asked to do both, if it is another node.
   */
  private List<String> deleteElsewhere(Attempt attempt) {
    var standIn = workspaces.describeStandIn(attempt);
    var answer =
        elsewhere.call(
            workspaces
                .findOnlyHome(attempt)
                .filter(elsewhere::isLive)
                .or(attempt::home)
                .orElseThrow(),
            new RemoteOperation(
                "delete_attempt",
                Json.object().put("attempt_id", attempt.id().toString()),
                TaskOwner.LOCAL,
                true));
    var kept = new ArrayList<String>();
    answer
        .structured()
        .orElseGet(Json::object)
        .path("kept_refs")
        .forEach(ref -> kept.add(ref.asString()));
    standIn.map(workspaces::removeStandIn).ifPresent(kept::addAll);
    return kept.stream().distinct().toList();
  }

  /** Refused while the attempt runs. */
  public Deletion deleteAttempt(UUID attemptId) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, attemptId));
    CallSubject.refuseBusy(attempt);
    return new Deletion(isElsewhere(attempt) ? deleteElsewhere(attempt) : delete(attempt, false));
  }

  private List<String> delete(Attempt attempt, boolean withTask) {
    return workspaces.close(attempt.id(), () -> deleteClosed(attempt, withTask));
  }

  private List<String> deleteClosed(Attempt attempt, boolean withTask) {
    close(attempt);
    if (node.has(attempt)) {
      var ignored = devServers.stop(attempt.id());
      endStrays(attempt);
    } else {
      // why: what came home of it is kept as work of this server is
      var ignored = workspaces.findStandIn(attempt);
    }
    var kept = workspaces.remove(attempt).stream().map(KeptRef::ref).distinct().toList();
    try {
      directories.delete(attempt.id());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The output of attempt %s cannot be deleted".formatted(attempt.id()), e);
    }
    store.write(
        tables -> {
          if (withTask) {
            tables.blockers().lock();
          }
          tables.attempts().delete(attempt.id());
          return withTask ? deleteTask(tables, attempt.taskId()) : attempt.id();
        });
    return kept;
  }

  /** Ends programs that still work in a workspace which is about to go. */
  private void endStrays(Attempt attempt) {
    try {
      var survivors = strays.endStrays(attempt.id()).survivors();
      if (!survivors.isEmpty()) {
        throw new ToolFailure(
            BoardFailureCode.ATTEMPT_BUSY,
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
          CallSubject.refuseBusy(CallSubject.attempt(tables, attempt.id()));
          tables.line().leave(attempt.id());
          return tables.turns().cancelQueued(attempt.id());
        });
  }
}
