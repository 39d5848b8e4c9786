/** What agents use and cost, as far as they say, and what may be spent. */
@NullMarked
package dev.baton.orchestrator.cost;

import org.jspecify.annotations.NullMarked;
