/** Events on the board, and how waiting callers hear of them. */
@NullMarked
package dev.baton.orchestrator.event;

import org.jspecify.annotations.NullMarked;
