package dev.baton.orchestrator.review;

/**
 * One line of a difference.
 *
 * @param oldNumber its number before, 0 if it is new
 * @param newNumber its number now, 0 if it is gone
 * @param cut how many characters were left out at its end
 */
public record DiffLine(Kind kind, long oldNumber, long newNumber, String text, int cut) {
  /** What happened to a line. */
  public enum Kind {
    SAME,
    ADDED,
    DELETED
  }
}
