package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.ToolAnnotations;

/**
 * Says what tools do to the world; always by all four hints, since some clients refuse a tool with
 * less.
 */
final class Hints {
  static final ToolAnnotations READS = ToolAnnotations.of(true, false, true, false);
  static final ToolAnnotations ADDS = ToolAnnotations.of(false, false, false, false);
  static final ToolAnnotations SETS = ToolAnnotations.of(false, false, true, false);

  /** What was merged is in the user's branch, and only the user can take it out again. */
  static final ToolAnnotations MERGES = ToolAnnotations.of(false, true, false, false);

  static final ToolAnnotations REMOVES = ToolAnnotations.of(false, true, true, false);

  /** An agent may reach whatever its user lets it reach. */
  static final ToolAnnotations RUNS_AGENT = ToolAnnotations.of(false, false, false, true);

  /** The same, and queued messages can be dropped. */
  static final ToolAnnotations TALKS_TO_AGENT = ToolAnnotations.of(false, true, false, true);

  /** Others see it; repeated, it finds what is there. */
  static final ToolAnnotations PUBLISHES = ToolAnnotations.of(false, false, true, true);

  private Hints() {}
}
