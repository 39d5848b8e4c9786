/**
 * Where agents work: git worktrees, what changed in them, bounded reads, kept work and merges. The
 * only package that runs git.
 */
@NullMarked
package dev.baton.orchestrator.workspace;

import org.jspecify.annotations.NullMarked;
