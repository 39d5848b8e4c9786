package dev.baton.orchestrator.agent;

/** The answer to an agent that asked before it used a tool. */
public sealed interface ApprovalAnswer {
  /** It may, this once. */
  record Approve() implements ApprovalAnswer {}

  /** What it asked for in words; where it asked for none, it may. One line for each question. */
  record Answer(String text) implements ApprovalAnswer {}

  /** It may not, and goes on without; the reason is told to the agent where it can hear it. */
  record Deny(String reason) implements ApprovalAnswer {}
}
