package dev.baton.orchestrator.changes;

import dev.baton.mcp.tool.ToolFailure;

/** The part of a file that is wanted. */
public sealed interface FileRange {
  /** From the beginning as far as the limit goes. */
  static FileRange whole() {
    return new Lines(1, Long.MAX_VALUE);
  }

  /** Lines, counted from 1; the last is included. */
  record Lines(long start, long end) implements FileRange {
    public Lines {
      if (start < 1) {
        throw ToolFailure.invalid(
            "/start_line",
            "Line %d does not exist: lines are counted from 1".formatted(start),
            "Repeat the call with a start_line of at least 1");
      }
      if (end < start) {
        throw ToolFailure.invalid(
            "/end_line",
            "Lines %d to %d are no range".formatted(start, end),
            "Repeat the call with an end_line that is not smaller than start_line");
      }
    }
  }

  /** Bytes from an offset on. */
  record Bytes(long offset) implements FileRange {
    public Bytes {
      if (offset < 0) {
        throw ToolFailure.invalid(
            "/offset",
            "Offset %d is negative".formatted(offset),
            "Repeat the call with an offset of 0 or more");
      }
    }
  }
}
