/**
 * Makes merges of work into target branches, in git: planned, shown before, and applied once. It
 * knows workspaces and no users; the call that merges an attempt is {@code shipping.AttemptMerges}.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.orchestrator.merge;
