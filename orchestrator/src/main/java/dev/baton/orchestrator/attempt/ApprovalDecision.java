package dev.baton.orchestrator.attempt;

import java.util.Locale;

/** The answer to an agent that asks whether it may go on. */
public enum ApprovalDecision {
  APPROVE,
  DENY;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
