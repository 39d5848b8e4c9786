/**
 * Where agents work: a worktree of each repository, made, found again, repaired and removed. Work
 * is kept under refs of its own before anything goes away.
 */
@NullMarked
package dev.baton.orchestrator.workspace;

import org.jspecify.annotations.NullMarked;
