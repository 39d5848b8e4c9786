/** What happened is stored here, and who is told of it. */
@NullMarked
package dev.baton.orchestrator.store.event;

import org.jspecify.annotations.NullMarked;
