/**
 * The git program: commands, paths, refs, branches and worktrees. The only package that runs git.
 */
@NullMarked
package dev.baton.orchestrator.git;

import org.jspecify.annotations.NullMarked;
