package dev.baton.mcp.server;

import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStatus;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tool calls whose process has died: they are taken up again, or end with a reason. Thread safe.
 */
final class OrphanedCalls {
  private final Tasks tasks;
  private volatile Optional<Registry<Tool<?, ?>>> tools = Optional.empty();

  OrphanedCalls(Tasks tasks) {
    this.tasks = tasks;
  }

  /** Looks after all of them, when this server starts. */
  void recover(Registry<Tool<?, ?>> served) {
    tools = Optional.of(served);
    tasks
        .store()
        .forEachHeld(
            TaskKind.TOOL_CALL,
            task -> {
              if (isLeftAtStart(task)) {
                takeOver(task, this::isLeftAtStart);
              }
            });
  }

  /** Looks after this one, if it is one; false if not. */
  boolean takeOver(TaskRecord task) {
    var isLeft = isLeft(task);
    if (isLeft) {
      takeOver(task, this::isLeft);
    }
    return isLeft;
  }

  /** At its start nothing runs in this server, whatever the store has. */
  private boolean isLeftAtStart(TaskRecord task) {
    var presence = tasks.store().presence();
    return task.holder()
        .filter(holder -> !holder.equals(presence.self()) && presence.isAlive(holder))
        .isEmpty();
  }

  private boolean isLeft(TaskRecord task) {
    return task.kind() == TaskKind.TOOL_CALL
        && task.holder().filter(holder -> !tasks.store().presence().isAlive(holder)).isPresent();
  }

  private void takeOver(TaskRecord task, Predicate<TaskRecord> isLeft) {
    var name = task.subject().path("tool").asString("?");
    var tool = tools.flatMap(served -> served.find(name)).filter(Tool::isRestartable);
    if (tool.isPresent() && task.subject().path("arguments") instanceof ObjectNode arguments) {
      restart(task, tool.get(), arguments, isLeft);
    } else {
      var reason =
          "The server stopped while tool '%s' was running; it may or may not have taken effect. Call it again if it is safe to repeat"
              .formatted(name);
      tasks.finish(
          task, now -> isLeft.test(now) ? now.failedWith(ErrorCode.INTERNAL_ERROR, reason) : now);
    }
  }

  private void restart(
      TaskRecord task, Tool<?, ?> tool, ObjectNode arguments, Predicate<TaskRecord> isLeft) {
    var taken = new AtomicBoolean();
    var working =
        tasks.change(
            task.owner(),
            task.id(),
            now -> {
              // why: of two servers that see it at the same moment one has it
              taken.set(isLeft.test(now));
              // why: the handler begins anew, and asks its questions again
              return taken.get()
                  ? now.becoming(TaskStatus.WORKING).heldBy(tasks.store().presence().self())
                  : now;
            });
    if (taken.get()) {
      tasks.run(working, tool, arguments, TaskContext.restarted(working, tasks));
    }
  }
}
