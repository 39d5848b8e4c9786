/**
 * The words in which a run is told to a model: its trace, the handoff of a paused one, its outcome
 * as data, and the procedure as a skill.
 */
@NullMarked
package dev.baton.workflow.internal.narrative;

import org.jspecify.annotations.NullMarked;
