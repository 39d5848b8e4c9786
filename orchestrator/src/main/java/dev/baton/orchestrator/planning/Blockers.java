package dev.baton.orchestrator.planning;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.TaskNeighbours;
import dev.baton.orchestrator.board.TaskNeighbours.Branch;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.store.BlockerTable.Edge;
import dev.baton.orchestrator.store.Tables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads and changes what tasks wait for, in the transaction of the caller. */
public final class Blockers {
  private static final int MOST_OF_A_TASK = 50;

  private final Tables tables;

  public Blockers(Tables tables) {
    this.tables = tables;
  }

  /**
   * Lets a task wait for others and for nothing else.
   *
   * @param texts ids, or numbers such as {@code #41} or {@code shop#41}
   */
  void set(BoardTask task, List<String> texts, Instant now) {
    if (texts.size() > MOST_OF_A_TASK) {
      throw ToolFailure.invalid(
          "/blocked_by",
          "%d blockers were given, but a task has at most %d"
              .formatted(texts.size(), MOST_OF_A_TASK),
          "Repeat the call with fewer tasks in blocked_by");
    }
    // why first: two who each see no cycle would make one together
    tables.blockers().lock();
    var old =
        tables.blockers().listEdges(List.of(task.id())).stream().map(Edge::blockerId).toList();
    var ids = new LinkedHashSet<UUID>();
    for (int place = 0; place < texts.size(); place++) {
      ids.add(load(task, texts.get(place), place, Set.copyOf(old)));
    }
    var blockers = List.copyOf(ids);
    if (!blockers.equals(old)) {
      var path = findCycle(task.id(), blockers);
      if (!path.isEmpty()) {
        throw cycle(task, path);
      }
      tables.blockers().set(task.id(), blockers, now);
    }
  }

  private UUID load(BoardTask task, String text, int place, Set<UUID> old) {
    // why: a task that was deleted can be named as long as it is waited for
    return TaskNames.id(text)
        .filter(old::contains)
        .or(() -> new TaskNames(tables).find(task.projectId(), text))
        .orElseThrow(() -> missing(text, place));
  }

  /** The answer for a text in {@code blocked_by} that names no task. */
  public static ToolFailure missing(String text, int place) {
    return new ToolFailure(
        TaskNames.isName(text) ? FailureCode.NOT_FOUND : FailureCode.INVALID_ARGUMENT,
        "There is no task '%s'".formatted(text),
        "Call list_tasks and pass a task_id, or a number such as #41 or shop#41, in blocked_by",
        ToolFailure.at("/blocked_by/" + place, "no task '%s'".formatted(text)));
  }

  /** The tasks that wait for each other in a circle with this one, in words; empty if none do. */
  public Optional<String> findCircle(UUID taskId) {
    var blockers =
        tables.blockers().listEdges(List.of(taskId)).stream().map(Edge::blockerId).toList();
    var path = findCycle(taskId, blockers);
    return path.isEmpty()
        ? Optional.empty()
        : tables.boardTasks().find(taskId).map(task -> words(task, path));
  }

  /** Follows what the blockers wait for, level by level, until it leads back to the task. */
  private List<UUID> findCycle(UUID taskId, List<UUID> blockers) {
    var cameFrom = new HashMap<UUID, UUID>();
    var level = new ArrayList<UUID>();
    for (var blocker : blockers) {
      if (cameFrom.putIfAbsent(blocker, taskId) == null) {
        level.add(blocker);
      }
    }
    while (!level.isEmpty() && !cameFrom.containsKey(taskId)) {
      var next = new ArrayList<UUID>();
      for (var edge : tables.blockers().listEdges(level)) {
        if (cameFrom.putIfAbsent(edge.blockerId(), edge.taskId()) == null) {
          next.add(edge.blockerId());
        }
      }
      level = next;
    }
    return cameFrom.containsKey(taskId) ? path(taskId, cameFrom) : List.of();
  }

  private static List<UUID> path(UUID taskId, Map<UUID, UUID> cameFrom) {
    var path = new ArrayList<UUID>();
    path.add(taskId);
    var at = cameFrom.getOrDefault(taskId, taskId);
    while (!at.equals(taskId)) {
      path.addFirst(at);
      at = cameFrom.getOrDefault(at, taskId);
    }
    path.addFirst(taskId);
    return path;
  }

  private String words(BoardTask task, List<UUID> path) {
    return path.stream().map(id -> name(task, id)).collect(Collectors.joining(" -> "));
  }

  private ToolFailure cycle(BoardTask task, List<UUID> path) {
    var words = words(task, path);
    var details =
        new HashMap<String, Object>(ToolFailure.at("/blocked_by", "makes a cycle: " + words));
    details.put("cycle", path.stream().map(UUID::toString).toList());
    return new ToolFailure(
        FailureCode.INVALID_ARGUMENT,
        "Tasks would wait for each other in a circle: %s".formatted(words),
        "Repeat the call without one of them in blocked_by, or call update_task for another task of"
            + " the circle first",
        details);
  }

  private String name(BoardTask from, UUID id) {
    return tables
        .boardTasks()
        .find(id)
        .map(
            task ->
                task.projectId().equals(from.projectId())
                    ? "#" + task.number()
                    : CallSubject.project(tables, task.projectId()).name() + "#" + task.number())
        .orElseGet(id::toString);
  }

  /** The tasks around a task, two steps far in each direction. */
  TaskNeighbours neighbours(UUID taskId) {
    return new TaskNeighbours(
        branches(taskId, tables.blockers()::listOfTasks),
        branches(taskId, tables.blockers()::listWaiting));
  }

  private static List<Branch> branches(
      UUID taskId, Function<List<UUID>, Map<UUID, List<Blocker>>> next) {
    var near = next.apply(List.of(taskId)).getOrDefault(taskId, List.of());
    var far = next.apply(near.stream().map(Blocker::taskId).toList());
    return near.stream()
        .map(it -> new Branch(it, far.getOrDefault(it.taskId(), List.of())))
        .toList();
  }

  /** Refuses to start a task that waits for others. */
  public void refuseBlocked(BoardTask task) {
    var open =
        tables
            .blockers()
            .listOfTasks(List.of(task.id()))
            .getOrDefault(task.id(), List.of())
            .stream()
            .filter(Blocker::isOpen)
            .toList();
    if (open.isEmpty()) {
      return;
    }
    var words =
        open.stream()
            .map(it -> "%s '%s' (%s)".formatted(it.name(), it.title(), it.state().wireName()))
            .collect(Collectors.joining(", "));
    throw new ToolFailure(
        BoardFailureCode.BLOCKED,
        "Task #%d waits for %s".formatted(task.number(), words),
        wayOn(open),
        Map.of(
            "task_id",
            task.id().toString(),
            "blocked_by",
            open.stream()
                .map(
                    it ->
                        Json.object()
                            .put("task_id", it.taskId().toString())
                            .put("name", it.name())
                            .put("title", it.title())
                            .put("state", it.state().wireName()))
                .toList()));
  }

  private static String wayOn(List<Blocker> open) {
    var deleted =
        open.stream()
            .filter(it -> it.state() == Blocker.State.DELETED)
            .map(Blocker::name)
            .collect(Collectors.joining(", "));
    var first =
        deleted.isEmpty()
            ? "Finish them first; or call update_task with other tasks in blocked_by"
            : "Call update_task without %s in blocked_by, because what was deleted is never done"
                .formatted(deleted);
    return first
        + "; only if the user wants it to begin now, repeat start_task_attempt with force true";
  }
}
