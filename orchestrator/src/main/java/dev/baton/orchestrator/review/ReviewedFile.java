package dev.baton.orchestrator.review;

import dev.baton.orchestrator.changes.FileChange;

/**
 * A changed file and how far somebody is with it.
 *
 * @param print another text when the file was written again
 */
public record ReviewedFile(FileChange change, String print, Mark mark) {
  /** How far somebody is with a file. */
  public enum Mark {
    NEW,
    VIEWED,
    /** It was viewed, and has another content since. */
    CHANGED
  }
}
