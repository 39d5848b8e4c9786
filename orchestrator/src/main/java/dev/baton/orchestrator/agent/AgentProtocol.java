package dev.baton.orchestrator.agent;

import java.util.List;
import java.util.Optional;

/**
 * The language of one kind of agent: JSON objects, one on a line. It holds the state of one turn,
 * made only from the events that it has read. Not thread safe.
 */
public interface AgentProtocol {
  /**
   * Reads the next event and writes down what it means.
   *
   * @return false if the event is unknown; it is then kept as it is
   */
  boolean read(JsonEvent event, TurnLog log);

  /** Why a turn failed whose program ended without a closing event, if its last words tell. */
  default Optional<TurnResult.Cause> causeOf(String errorLines) {
    return Optional.empty();
  }

  /** What the agent was refused, if a line of standard error says so. */
  default Optional<String> deniedIn(String errorLine) {
    return Optional.empty();
  }

  /** See {@link TurnReader#answer}. */
  default List<AgentOutput.Send> answer(String requestId, ApprovalAnswer answer) {
    return List.of();
  }
}
