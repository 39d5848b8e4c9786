/** A user talks to an agent: follow-ups, review comments, images, earlier turns. */
@NullMarked
package dev.baton.orchestrator.followup;

import org.jspecify.annotations.NullMarked;
