package dev.baton.mcp.internal.era;

/** How a call of a tool runs. */
public enum Running {
  /** The client waits for the result. */
  AT_ONCE,
  /** The client waits for a while, and is then given a task. */
  AS_TASK_IF_SLOW,
  /** The client is given a task. */
  AS_TASK
}
