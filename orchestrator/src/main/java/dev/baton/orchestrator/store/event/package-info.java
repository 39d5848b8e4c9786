/** Stored events, and the receivers that are told of them. */
@NullMarked
package dev.baton.orchestrator.store.event;

import org.jspecify.annotations.NullMarked;
