package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneTasks;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.board.Placement;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.RequestKeys.Fingerprint;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.NewImage;
import dev.baton.orchestrator.planning.Board.BoardTaskEdit;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.store.CostTable;
import dev.baton.orchestrator.store.Tables;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes and changes tasks in the transaction of the caller, from values that are checked. A caller
 * that changes a part of a task locks it first.
 */
final class TaskChanges {
  private final Labels labels;
  private final Supplier<UUID> ids;

  TaskChanges(Labels labels, Supplier<UUID> ids) {
    this.labels = labels;
    this.ids = ids;
  }

  /** Takes a task off the board, or puts it back. */
  BoardTaskOverview archive(Tables tables, UUID taskId, boolean archived, Instant now) {
    tables.boardTasks().lock(taskId);
    var task = CallSubject.task(tables, taskId);
    if (task.archivedAt().isPresent() != archived) {
      if (archived) {
        tables.line().withdraw(taskId, now);
      }
      tables.boardTasks().updateArchived(archived ? task.archived(now) : task.restored(now));
    }
    return CallSubject.overview(tables, taskId);
  }

  int archiveDone(Tables tables, DoneTasks which, Instant at) {
    which.projectId().ifPresent(id -> CallSubject.project(tables, id));
    tables.boardTasks().listAsked(which).forEach(id -> tables.line().withdraw(id, at));
    return tables.boardTasks().archiveDone(which, at);
  }

  /** The same with words that can stand on a card. */
  static NewBoardTask checked(NewBoardTask request) {
    return new NewBoardTask(
        request.projectId(),
        RequiredText.line("title", request.title()),
        request.description().map(RequiredText::description).filter(text -> !text.isEmpty()),
        request.labels(),
        request.priority(),
        request.blockedBy(),
        request.autoStart(),
        request.budget());
  }

  /** Puts a task on top of the first column. */
  BoardTaskOverview create(
      Tables tables,
      NewBoardTask request,
      SequencedSet<String> names,
      List<NewImage> images,
      Instant now) {
    CallSubject.project(tables, request.projectId());
    if (!request.blockedBy().isEmpty()) {
      // why before the place in the column is taken: whoever changes tasks locks in this order
      tables.blockers().lock();
    }
    var task =
        new BoardTask(
            ids.get(),
            request.projectId(),
            tables.projects().nextTaskNumber(request.projectId()),
            request.title(),
            request.description(),
            BoardTaskStatus.TODO,
            request.priority().orElse(Priority.NORMAL),
            tables.columns().top(BoardTaskStatus.TODO),
            now,
            now,
            Optional.empty());
    tables.boardTasks().insert(task);
    labels.give(tables, task.id(), task.projectId(), names);
    if (!request.blockedBy().isEmpty()) {
      new Blockers(tables).set(task, request.blockedBy(), now);
    }
    // why first: what starts by itself must find it
    request.budget().ifPresent(budget -> budget.setOfTask(tables, task.id()));
    request.autoStart().ifPresent(autoStart -> tables.autoStarts().setOfTask(task.id(), autoStart));
    show(tables, task.id(), images, now);
    return CallSubject.overview(tables, task.id());
  }

  private void show(Tables tables, UUID taskId, List<NewImage> images, Instant now) {
    if (images.size() > Image.MOST) {
      throw NewImage.tooMany("A task").at("/images");
    }
    for (var place = 0; place < images.size(); place++) {
      // why: they are listed by their times, and ids of one moment have no order
      var at = now.plusMillis(place);
      var image = images.get(place);
      tables.images().insert(image.kept(ids.get(), taskId, Image.Place.TASK, at), image.content());
    }
  }

  /** Lets a task wait for others, and says what happens when they are done. */
  void block(Tables tables, BoardTaskChange change, Instant now) {
    var task = CallSubject.task(tables, change.taskId());
    change.blockedBy().ifPresent(texts -> new Blockers(tables).set(task, texts, now));
    change
        .autoStart()
        .ifPresent(
            wish -> {
              refuseBegun(tables, task, change.status().orElse(task.status()), wish);
              start(tables, task, wish, now);
            });
  }

  private static void start(Tables tables, BoardTask task, AutoStart wish, Instant now) {
    var before = tables.autoStarts().findOfTask(task.id());
    tables.autoStarts().setOfTask(task.id(), wish);
    if (!tables.autoStarts().findOfTask(task.id()).equals(before)) {
      tables.boardTasks().touch(task.id(), now);
    }
  }

  /** Gives a task another budget. */
  void limit(Tables tables, UUID taskId, NewBudget budget, Instant now) {
    var before = limit(tables, taskId);
    budget.setOfTask(tables, taskId);
    if (!limit(tables, taskId).equals(before)) {
      tables.boardTasks().touch(taskId, now);
    }
  }

  private static Optional<BigDecimal> limit(Tables tables, UUID taskId) {
    return tables.costs().findLimits(taskId).flatMap(CostTable.Limits::ofTask);
  }

  /** What the task wishes already is no new wish, wherever it stands. */
  private static void refuseBegun(
      Tables tables, BoardTask task, BoardTaskStatus status, AutoStart autoStart) {
    var isNew = tables.autoStarts().findOfTask(task.id()).filter(autoStart::isLike).isEmpty();
    if (!autoStart.isOff() && isNew && status != BoardTaskStatus.TODO) {
      throw ToolFailure.invalid(
          "/auto_start",
          "Task #%d '%s' is %s, and a task starts by itself only from todo"
              .formatted(task.number(), task.title(), status.words()),
          "Repeat the call with status todo, or without auto_start");
    }
  }

  /** Gives a task other labels. */
  void label(Tables tables, UUID taskId, SequencedSet<String> names, Instant now) {
    var old = CallSubject.overview(tables, taskId);
    if (!namesOf(old).equals(names)) {
      labels.give(tables, taskId, old.task().projectId(), names);
      tables.boardTasks().update(old.task().changedAt(now));
    }
  }

  private static Set<String> namesOf(BoardTaskOverview task) {
    return task.labels().stream().map(Label::name).collect(Collectors.toSet());
  }

  /** Changes everything else. */
  void apply(Tables tables, BoardTaskChange change, Instant now) {
    var old = CallSubject.task(tables, change.taskId());
    var changed =
        old.edited(
            change.title().orElse(old.title()),
            change.description().or(old::description).orElse(""),
            change.priority().orElse(old.priority()));
    var column = change.status().orElse(old.status());
    var isMoved = column != old.status();
    if (isMoved && !column.isOpen()) {
      tables.line().withdraw(old.id(), now);
    }
    change
        .placement()
        .or(() -> isMoved ? Optional.of(new Placement.Top()) : Optional.empty())
        .ifPresent(placement -> new ColumnMoves(tables, column).move(old, placement));
    // why: a place in the same column says nothing new about the task
    if (isMoved || !changed.equals(old)) {
      tables.boardTasks().update(changed.changedAt(now));
    }
  }

  /** Moves a task; refused if it does not stand any more where it was seen. */
  BoardTaskOverview moveBack(Tables tables, BoardTaskChange change, String seen, Instant now) {
    tables.boardTasks().lock(change.taskId());
    var task = CallSubject.task(tables, change.taskId());
    if (!task.place().equals(seen)) {
      throw new ToolFailure(
          FailureCode.ALREADY_DONE,
          "This task was moved again meanwhile, so it stays where it is",
          "Move it by hand if it shall stand elsewhere");
    }
    apply(tables, change, now);
    return CallSubject.overview(tables, change.taskId());
  }

  /** Gives a task other words; refused if they are not those any more that were read. */
  BoardTaskOverview edit(
      Tables tables, BoardTaskEdit edit, SequencedSet<String> names, Instant now) {
    // why first: of two who have read the same words only one may find them unchanged
    tables.boardTasks().lock(edit.taskId());
    if (!CallSubject.overview(tables, edit.taskId()).textVersion().equals(edit.seen())) {
      throw new ToolFailure(
          FailureCode.ALREADY_DONE,
          "Somebody else changed this task meanwhile",
          "Compare with what stands there now, then save again");
    }
    var task = CallSubject.task(tables, edit.taskId());
    edit.blockedBy().ifPresent(texts -> new Blockers(tables).set(task, texts, now));
    edit.autoStart()
        .ifPresent(
            wish -> {
              refuseBegun(tables, task, task.status(), wish);
              start(tables, task, wish, now);
            });
    label(tables, edit.taskId(), names, now);
    var words =
        BoardTaskChange.of(edit.taskId())
            .withTitle(RequiredText.line("title", edit.title()))
            .withDescription(RequiredText.description(edit.description()));
    apply(tables, edit.priority().map(words::withPriority).orElse(words), now);
    return CallSubject.overview(tables, edit.taskId());
  }

  /** A key from before there were labels, blockers or budgets still means the same call. */
  static Fingerprint fingerprint(NewBoardTask words, SequencedSet<String> names) {
    var parts =
        new ArrayList<Object>(List.of(words.projectId(), words.title(), words.description()));
    var budget = words.budget();
    var waits = budget.isPresent() || !words.blockedBy().isEmpty() || words.autoStart().isPresent();
    if (waits || !names.isEmpty() || words.priority().isPresent()) {
      parts.addAll(List.of(names, words.priority()));
    }
    if (waits) {
      parts.addAll(List.of(words.blockedBy(), words.autoStart()));
    }
    if (budget.isPresent()) {
      parts.add(budget.map(it -> it.dollars().stripTrailingZeros().toPlainString()));
    }
    return Fingerprint.of(parts.toArray());
  }
}
