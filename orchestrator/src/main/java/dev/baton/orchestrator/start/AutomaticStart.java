package dev.baton.orchestrator.start;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.start.AttemptStarts.Occasion;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.Utf8;
import java.util.Optional;
import java.util.UUID;

/** A start that the server makes without a call. Used by one thread. */
abstract sealed class AutomaticStart implements Occasion {
  private static final int MOST_WORDS = 500;

  private final Budgets budgets;
  private boolean hasBegun;

  private AutomaticStart(Budgets budgets) {
    this.budgets = budgets;
  }

  /** Whether the attempt was recorded; it is then started, now or later. */
  final boolean hasBegun() {
    return hasBegun;
  }

  @Override
  public void begun(Tables tables, UUID attemptId) {
    hasBegun = true;
  }

  /** Whether what may be spent is not spent yet. */
  final boolean hasMoney(Tables tables, UUID taskId) {
    return budgets.findObstacle(tables, taskId).isEmpty();
  }

  /** Whether nothing begins in a project but what is permitted. */
  final boolean isSpent(Tables tables, UUID projectId) {
    return budgets.pass(tables).isSpent(projectId);
  }

  @Override
  public final void failed(Tables tables, ToolFailure failure) {
    failed(tables, String.valueOf(failure.getMessage()));
  }

  /** Says where people see it that the task could not be started. */
  abstract void failed(Tables tables, String reason);

  /** What went wrong with a task, in short. */
  static String words(String task, String reason) {
    return Utf8.cut("%s: %s".formatted(task, reason), MOST_WORDS);
  }

  /** A task waits for nothing any more. */
  static final class Unblocked extends AutomaticStart {
    private final UUID taskId;
    private Optional<AutoStart> wish = Optional.empty();

    Unblocked(Budgets budgets, UUID taskId) {
      super(budgets);
      this.taskId = taskId;
    }

    @Override
    public boolean isDue(Tables tables) {
      wish = tables.autoStarts().findOfTask(taskId);
      return tables.autoStarts().isDue(taskId) && hasMoney(tables, taskId);
    }

    @Override
    public void begun(Tables tables, UUID attemptId) {
      super.begun(tables, attemptId);
      tables.autoStarts().addAutomatic(attemptId, taskId);
    }

    @Override
    void failed(Tables tables, String reason) {
      tables.boardTasks().lock(taskId);
      tables
          .autoStarts()
          .findOfTask(taskId)
          .or(() -> wish)
          .filter(_ -> tables.boardTasks().find(taskId).isPresent())
          .ifPresent(
              it -> tables.autoStarts().setOfTask(taskId, it.failed(Utf8.cut(reason, MOST_WORDS))));
    }
  }

  /** A project has room for one more task. */
  static final class Room extends AutomaticStart {
    private final UUID projectId;
    private final UUID taskId;

    Room(Budgets budgets, UUID projectId, UUID taskId) {
      super(budgets);
      this.projectId = projectId;
      this.taskId = taskId;
    }

    @Override
    public boolean isDue(Tables tables) {
      tables.autoStarts().lockProject(projectId);
      // why: what has ended and is not counted yet may be the failure that pauses the project
      return tables.autoStarts().listEnded(projectId).isEmpty()
          && tables
              .pulls()
              .findNext(projectId, isSpent(tables, projectId))
              .filter(taskId::equals)
              .isPresent();
    }

    @Override
    public void begun(Tables tables, UUID attemptId) {
      super.begun(tables, attemptId);
      tables.autoStarts().addPulled(attemptId, projectId);
      tables.autoStarts().addAutomatic(attemptId, taskId);
    }

    @Override
    void failed(Tables tables, String reason) {
      tables.autoStarts().lockProject(projectId);
      var name =
          tables
              .boardTasks()
              .find(taskId)
              .map(task -> "#%d %s".formatted(task.number(), task.title()))
              .orElse("a task");
      tables
          .autoStarts()
          .findOfProject(projectId)
          .map(pull -> pull.failed(words(name, reason)))
          .ifPresent(pull -> tables.autoStarts().setOfProject(projectId, pull));
    }
  }
}
