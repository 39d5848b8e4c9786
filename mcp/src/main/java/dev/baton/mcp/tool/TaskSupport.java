package dev.baton.mcp.tool;

/** Whether a call of a tool becomes a task. */
public enum TaskSupport {
  /** Never a task. */
  FORBIDDEN,
  /**
   * A task if the client asks for one, as it can in the older era, or if the call takes long and
   * the client can follow one, in the newer.
   */
  ON_REQUEST,
  /** A task whenever the client can follow one. */
  PREFERRED,
  /** The same if the server can store one; else the client waits for the result. */
  WHERE_POSSIBLE,
  /** Always a task; a client that cannot follow one is refused. */
  REQUIRED
}
