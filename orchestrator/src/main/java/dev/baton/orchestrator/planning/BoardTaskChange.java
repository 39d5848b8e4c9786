package dev.baton.orchestrator.planning;

import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Placement;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.budget.NewBudget;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A change to a task; an empty field stays as it is.
 *
 * @param description an empty text clears it
 * @param labels all that it has from now on
 * @param blockedBy ids or numbers of all tasks that it waits for from now on
 * @param autoStart if the server starts it then; one without an executor takes it back
 */
public record BoardTaskChange(
    UUID taskId,
    Optional<String> title,
    Optional<String> description,
    Optional<BoardTaskStatus> status,
    Optional<List<String>> labels,
    Optional<Priority> priority,
    Optional<Placement> placement,
    Optional<List<String>> blockedBy,
    Optional<AutoStart> autoStart,
    Optional<NewBudget> budget) {
  /** A change of nothing, to which changes are added. */
  public static BoardTaskChange of(UUID taskId) {
    return new BoardTaskChange(
        taskId,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public BoardTaskChange withTitle(String value) {
    return new BoardTaskChange(
        taskId,
        Optional.of(value),
        description,
        status,
        labels,
        priority,
        placement,
        blockedBy,
        autoStart,
        budget);
  }

  public BoardTaskChange withDescription(String value) {
    return new BoardTaskChange(
        taskId,
        title,
        Optional.of(value),
        status,
        labels,
        priority,
        placement,
        blockedBy,
        autoStart,
        budget);
  }

  public BoardTaskChange withStatus(BoardTaskStatus value) {
    return new BoardTaskChange(
        taskId,
        title,
        description,
        Optional.of(value),
        labels,
        priority,
        placement,
        blockedBy,
        autoStart,
        budget);
  }

  public BoardTaskChange withPriority(Priority value) {
    return new BoardTaskChange(
        taskId,
        title,
        description,
        status,
        labels,
        Optional.of(value),
        placement,
        blockedBy,
        autoStart,
        budget);
  }

  public BoardTaskChange withPlacement(Placement value) {
    return new BoardTaskChange(
        taskId,
        title,
        description,
        status,
        labels,
        priority,
        Optional.of(value),
        blockedBy,
        autoStart,
        budget);
  }

  public BoardTaskChange withAutoStart(AutoStart value) {
    return new BoardTaskChange(
        taskId,
        title,
        description,
        status,
        labels,
        priority,
        placement,
        blockedBy,
        Optional.of(value),
        budget);
  }

  public BoardTaskChange withBudget(NewBudget value) {
    return new BoardTaskChange(
        taskId,
        title,
        description,
        status,
        labels,
        priority,
        placement,
        blockedBy,
        autoStart,
        Optional.of(value));
  }
}
