/** An operator keeps order: deletions, pruning, chores, nodes, the storage. */
@NullMarked
package dev.baton.orchestrator.upkeep;

import org.jspecify.annotations.NullMarked;
