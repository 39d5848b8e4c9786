/**
 * Brings the news of target branches into the branches of attempts, in git, and leaves conflicts
 * for an agent to resolve. The call that updates an attempt is {@code shipping.AttemptUpdates}.
 */
@NullMarked
package dev.baton.orchestrator.update;

import org.jspecify.annotations.NullMarked;
