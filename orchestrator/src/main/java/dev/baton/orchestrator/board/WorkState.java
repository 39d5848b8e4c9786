package dev.baton.orchestrator.board;

/** How the newest attempt at a task stands, in one word for a person who looks for tasks. */
public enum WorkState {
  NEEDS_YOU("needs"),
  RUNNING("running"),
  IN_LINE("waiting"),
  COMPLETED("completed"),
  FAILED("failed"),
  /** Nothing has run, and nothing waits to run. */
  NOT_BEGUN("idle");

  private final String word;

  WorkState(String word) {
    this.word = word;
  }

  /** As it stands in addresses and in queries. */
  public String word() {
    return word;
  }
}
