/** The servers and workers that share the database, their calls and their schedule. */
@NullMarked
package dev.baton.orchestrator.store.node;

import org.jspecify.annotations.NullMarked;
