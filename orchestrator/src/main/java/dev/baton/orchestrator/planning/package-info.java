/**
 * A user plans: projects, repositories, tasks, labels, blockers, cards, and what may start by
 * itself.
 */
@NullMarked
package dev.baton.orchestrator.planning;

import org.jspecify.annotations.NullMarked;
