package dev.baton.orchestrator.planning;

import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Placement;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.budget.NewBudget;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

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
    return with(it -> it.title = Optional.of(value));
  }

  public BoardTaskChange withDescription(String value) {
    return with(it -> it.description = Optional.of(value));
  }

  public BoardTaskChange withStatus(BoardTaskStatus value) {
    return with(it -> it.status = Optional.of(value));
  }

  public BoardTaskChange withPriority(Priority value) {
    return with(it -> it.priority = Optional.of(value));
  }

  public BoardTaskChange withPlacement(Placement value) {
    return with(it -> it.placement = Optional.of(value));
  }

  public BoardTaskChange withAutoStart(AutoStart value) {
    return with(it -> it.autoStart = Optional.of(value));
  }

  public BoardTaskChange withBudget(NewBudget value) {
    return with(it -> it.budget = Optional.of(value));
  }

  private BoardTaskChange with(Consumer<Draft> addition) {
    var draft = new Draft(this);
    addition.accept(draft);
    return draft.change();
  }

  /** A change to which something is being added; never leaves the method that made it. */
  private static final class Draft {
    private final UUID taskId;
    private Optional<String> title;
    private Optional<String> description;
    private Optional<BoardTaskStatus> status;
    private final Optional<List<String>> labels;
    private Optional<Priority> priority;
    private Optional<Placement> placement;
    private final Optional<List<String>> blockedBy;
    private Optional<AutoStart> autoStart;
    private Optional<NewBudget> budget;

    Draft(BoardTaskChange change) {
      taskId = change.taskId;
      title = change.title;
      description = change.description;
      status = change.status;
      labels = change.labels;
      priority = change.priority;
      placement = change.placement;
      blockedBy = change.blockedBy;
      autoStart = change.autoStart;
      budget = change.budget;
    }

    BoardTaskChange change() {
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
          budget);
    }
  }
}
