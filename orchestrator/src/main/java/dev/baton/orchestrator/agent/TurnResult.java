package dev.baton.orchestrator.agent;

/** How a turn ended. */
public sealed interface TurnResult {
  /** One or a few lines for people: the agent's last words, or what went wrong. */
  String summary();

  /** The agent's closing event says that it did its work. */
  record Succeeded(String summary) implements TurnResult {}

  /** It did not. */
  record Failed(Cause cause, String summary) implements TurnResult {}

  /** Why a turn failed. */
  enum Cause {
    /** The agent reported an error, its own or its model's. */
    AGENT_ERROR,
    /** The program ended and did not say that the turn was over. */
    NO_CLOSING_EVENT,
    /** The conversation to go on with is gone; only a new one can follow. */
    SESSION_LOST,
    /** Someone stopped it. */
    INTERRUPTED
  }
}
