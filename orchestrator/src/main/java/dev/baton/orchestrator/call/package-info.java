/**
 * Use cases share this: who calls, what a call names, its request id, and what becomes of its
 * failures.
 */
@NullMarked
package dev.baton.orchestrator.call;

import org.jspecify.annotations.NullMarked;
