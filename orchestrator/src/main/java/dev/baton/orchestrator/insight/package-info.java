/** Figures on the work of agents over several days. */
@NullMarked
package dev.baton.orchestrator.insight;

import org.jspecify.annotations.NullMarked;
