/** The board: projects, their repositories, and the tasks that somebody wants done. Rules only. */
@NullMarked
package dev.baton.orchestrator.board;

import org.jspecify.annotations.NullMarked;
