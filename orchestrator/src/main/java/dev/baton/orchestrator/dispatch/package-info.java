/**
 * Runs attempts: who may run now and who waits, what runs next in a turn, how output reaches the
 * store, and what happens after a restart. Everything that must survive is in the store; what is in
 * memory here can be made again from it.
 */
@NullMarked
package dev.baton.orchestrator.dispatch;

import org.jspecify.annotations.NullMarked;
