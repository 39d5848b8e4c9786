/** A user watches: where attempts stand, what agents said, ask and cost, and dev servers. */
@NullMarked
package dev.baton.orchestrator.progress;

import org.jspecify.annotations.NullMarked;
