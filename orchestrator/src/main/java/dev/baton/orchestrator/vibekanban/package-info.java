/** Reads the board of vibe-kanban, of any of its versions, and makes rows of ours from it. */
@NullMarked
package dev.baton.orchestrator.vibekanban;

import org.jspecify.annotations.NullMarked;
