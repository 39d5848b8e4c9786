/** Moves whole boards: everything of one as lines of JSON, and such lines into another. */
@NullMarked
package dev.baton.orchestrator.transfer;

import org.jspecify.annotations.NullMarked;
