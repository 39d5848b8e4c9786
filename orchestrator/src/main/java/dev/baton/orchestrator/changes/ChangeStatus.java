package dev.baton.orchestrator.changes;

import dev.baton.orchestrator.git.GitException;

/** What happened to a file. */
public enum ChangeStatus {
  ADDED,
  MODIFIED,
  DELETED,
  RENAMED,
  COPIED,
  TYPE_CHANGED;

  static ChangeStatus of(char letter) {
    return switch (letter) {
      case 'A' -> ADDED;
      case 'D' -> DELETED;
      case 'R' -> RENAMED;
      case 'C' -> COPIED;
      case 'T' -> TYPE_CHANGED;
      case 'M', 'U' -> MODIFIED;
      default -> throw new GitException("Git named a change that Baton does not know: " + letter);
    };
  }

  /** True if git names the old path too. */
  boolean hasOldPath() {
    return this == RENAMED || this == COPIED;
  }
}
