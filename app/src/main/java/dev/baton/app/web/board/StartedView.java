package dev.baton.app.web.board;

import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.transport.Fields;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.planning.Board;
import java.util.Optional;
import java.util.UUID;

/** A task whose first attempt a person has just started, as the board tells of it. */
record StartedView(UUID taskId, String title, BoardTaskStatus status) {
  /** The field of the address that names the task. */
  static final String FIELD = "started";

  static Optional<StartedView> find(Board board, Fields query) {
    return query.find(FIELD).flatMap(Visit::id).flatMap(board::findTask).map(it -> of(it.task()));
  }

  private static StartedView of(BoardTask task) {
    return new StartedView(task.id(), VisibleText.of(task.title()), task.status());
  }
}
