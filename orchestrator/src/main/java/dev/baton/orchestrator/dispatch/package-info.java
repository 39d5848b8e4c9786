/**
 * Decides which attempts run and which wait, and gives each that runs a thread that drives it, also
 * after a restart. Everything that must survive is in the store.
 */
@NullMarked
package dev.baton.orchestrator.dispatch;

import org.jspecify.annotations.NullMarked;
