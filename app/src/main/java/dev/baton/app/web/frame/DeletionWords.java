package dev.baton.app.web.frame;

import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import java.util.Optional;
import java.util.Set;

/** Knows when somebody deleted the task or the attempt that an address names. */
public record DeletionWords(Orchestrator orchestrator) {
  /** Says when; empty if nobody did, or so long ago that it is forgotten. */
  public Optional<String> findSentence(Visit visit) {
    var task =
        visit
            .findId("task")
            .map(
                id ->
                    new EventFilter(
                        Optional.empty(),
                        Optional.of(id),
                        Optional.empty(),
                        Set.of(EventName.TASK_DELETED)));
    var attempt =
        visit
            .findId("attempt")
            .map(
                id ->
                    new EventFilter(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(id),
                        Set.of(EventName.ATTEMPT_DELETED)));
    return task.or(() -> attempt)
        .flatMap(this::findNewest)
        .map(BoardEvent::happenedAt)
        .map(at -> "Somebody deleted it at %s UTC.".formatted(at.toString().substring(11, 16)));
  }

  private Optional<BoardEvent> findNewest(EventFilter filter) {
    return orchestrator.events().readNewest(filter, 1).events().stream().findFirst();
  }
}
