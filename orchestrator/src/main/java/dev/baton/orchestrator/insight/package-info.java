/** How the work of agents goes, in figures over some days. */
@NullMarked
package dev.baton.orchestrator.insight;

import org.jspecify.annotations.NullMarked;
