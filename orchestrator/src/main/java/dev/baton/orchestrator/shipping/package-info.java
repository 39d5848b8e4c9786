/** Work leaves its attempt: merges, updates from the target, pushes and pull requests. */
@NullMarked
package dev.baton.orchestrator.shipping;

import org.jspecify.annotations.NullMarked;
