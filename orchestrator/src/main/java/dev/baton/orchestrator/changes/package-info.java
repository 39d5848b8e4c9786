/** What an agent changed in its worktrees: summaries, patches, bounded reads of files, commits. */
@NullMarked
package dev.baton.orchestrator.changes;

import org.jspecify.annotations.NullMarked;
