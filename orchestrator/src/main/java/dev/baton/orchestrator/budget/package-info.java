/** Keeps count of what is spent, and lets nothing begin once a budget is used up. */
@NullMarked
package dev.baton.orchestrator.budget;

import org.jspecify.annotations.NullMarked;
