/**
 * What an agent changed in its worktrees, read and committed: summaries, patches, bounded reads of
 * files, commits. Of an attempt as a whole, for models and people alike; what one person sees of
 * it, file by file, is in {@code review}.
 */
@NullMarked
package dev.baton.orchestrator.changes;

import org.jspecify.annotations.NullMarked;
