/** Why operations of the board fail; all other packages may use it. */
@NullMarked
package dev.baton.orchestrator.failure;

import org.jspecify.annotations.NullMarked;
