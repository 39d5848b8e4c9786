/**
 * What a user can do with a board of tasks and the coding agents that attempt them, in the order in
 * which a user meets it. {@link dev.baton.orchestrator.Orchestrator} is the way in.
 */
@NullMarked
package dev.baton.orchestrator;

import org.jspecify.annotations.NullMarked;
