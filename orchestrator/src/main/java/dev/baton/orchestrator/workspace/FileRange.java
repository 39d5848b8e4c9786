package dev.baton.orchestrator.workspace;

/** Which part of a file is wanted. */
public sealed interface FileRange {
  /** From the beginning as far as the limit goes. */
  static FileRange whole() {
    return new Lines(1, Long.MAX_VALUE);
  }

  /** Lines, counted from 1; the last is included. */
  record Lines(long start, long end) implements FileRange {
    public Lines {
      if (start < 1) {
        throw WorkspaceFailure.invalid(
            "Line %d does not exist: lines are counted from 1".formatted(start),
            "Give a start_line of at least 1");
      }
      if (end < start) {
        throw WorkspaceFailure.invalid(
            "Lines %d to %d are no range".formatted(start, end),
            "Give a start_line of at least 1 and an end_line that is not smaller");
      }
    }
  }

  /** Bytes from an offset on. */
  record Bytes(long offset) implements FileRange {
    public Bytes {
      if (offset < 0) {
        throw WorkspaceFailure.invalid(
            "Offset %d is negative".formatted(offset), "Give an offset of 0 or more");
      }
    }
  }
}
