/**
 * The wiring of what a user can do with a board of tasks and the coding agents that attempt them.
 * {@link dev.baton.orchestrator.Orchestrator} is the way in. The use cases are in rooms, as a user
 * meets them: {@code planning}, {@code start}, {@code followup}, {@code review}, {@code progress},
 * {@code insight}, {@code shipping}, {@code upkeep}; what they share is in {@code call}.
 */
@NullMarked
package dev.baton.orchestrator;

import org.jspecify.annotations.NullMarked;
