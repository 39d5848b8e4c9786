package dev.baton.orchestrator.agent;

/** What a turn may do, and whether it continues an earlier conversation. */
public enum TurnMode {
  /** Goes on with the conversation and edits the workspace without asking. */
  DEFAULT,
  /** As the default, in a new conversation. */
  NO_CONTEXT,
  /** Reads and plans; edits nothing. */
  PLAN,
  /** Asks before each risky use of a tool. */
  APPROVALS,
  /** As the default, in a copy of the conversation, which itself stays as it is. */
  FORK;

  /** More means that the agent may do more by itself. */
  int freedom() {
    return switch (this) {
      case PLAN -> 0;
      case APPROVALS -> 1;
      case DEFAULT, NO_CONTEXT, FORK -> 2;
    };
  }
}
