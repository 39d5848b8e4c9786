package dev.baton.orchestrator.changes;

/** The reason why a read has no content. */
public enum BlockedRead {
  PATH_OUTSIDE_WORKSPACE,
  SIZE_EXCEEDED,
  TOO_MANY_PATHS,
  BINARY,
  NOT_A_FILE,
  NOT_FOUND
}
