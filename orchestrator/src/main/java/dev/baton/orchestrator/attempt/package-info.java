/**
 * Attempts at a task: their states, sessions, turns, processes, approvals and the order of steps in
 * a turn. Rules only; nothing here reads or writes anything.
 */
@NullMarked
package dev.baton.orchestrator.attempt;

import org.jspecify.annotations.NullMarked;
