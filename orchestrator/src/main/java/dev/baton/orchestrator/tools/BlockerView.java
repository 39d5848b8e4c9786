package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.board.Blocker;
import java.util.UUID;

/** A task that another one waits for. */
record BlockerView(
    @Description(FieldText.ID_OF_TASK) UUID taskId,
    @Description("Such as shop#41") String name,
    @Description(FieldText.TITLE) String title,
    @Description("Status, failed or deleted") Blocker.State state) {
  static BlockerView of(Blocker blocker) {
    return new BlockerView(blocker.taskId(), blocker.name(), blocker.title(), blocker.state());
  }
}
