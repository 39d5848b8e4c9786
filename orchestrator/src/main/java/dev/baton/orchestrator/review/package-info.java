/** What becomes of an agent's work: what it changed, bounded reads of it, commits and merges. */
@NullMarked
package dev.baton.orchestrator.review;

import org.jspecify.annotations.NullMarked;
