/** Images on tasks and messages: what counts as one, and how many there may be. */
@NullMarked
package dev.baton.orchestrator.image;

import org.jspecify.annotations.NullMarked;
