package dev.baton.task;

/** What runs behind a task, which decides what a restart does with it. */
public enum TaskKind {
  /** One tool call on a thread of the server; if the server dies, so does the call. */
  TOOL_CALL,
  /** A workflow run, which the client continues by itself after a restart. */
  WORKFLOW_RUN
}
