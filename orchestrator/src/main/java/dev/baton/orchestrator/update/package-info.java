/** Brings the news of target branches into the branches of attempts, and resolves conflicts. */
@NullMarked
package dev.baton.orchestrator.update;

import org.jspecify.annotations.NullMarked;
