package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.orchestrator.board.BoardTaskOverview;
import java.util.Optional;
import java.util.UUID;

/** A whole task, as every tool shows it that is about one task. */
record BoardTaskView(
    @Description(FieldText.ID_OF_TASK) UUID taskId,
    @Description(FieldText.ID_OF_PROJECT) UUID projectId,
    @Description(FieldText.TITLE) String title,
    @Description("What is to be done, or null") Optional<String> description,
    @Inline BoardTaskSummary summary) {

  static BoardTaskView of(BoardTaskOverview overview) {
    var task = overview.task();
    return new BoardTaskView(
        task.id(),
        task.projectId(),
        task.title(),
        task.description(),
        BoardTaskSummary.of(overview));
  }
}
