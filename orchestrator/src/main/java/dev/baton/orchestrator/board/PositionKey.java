package dev.baton.orchestrator.board;

/**
 * The place of a task in its column, as a text that sorts with the others: there is always one
 * between two, so that a move changes no other task. It is a number to the base 36 with eight
 * digits before the point, and as many after it as are needed.
 *
 * @param text the digits without the point; after it there is no zero at the end
 */
public record PositionKey(String text) implements Comparable<PositionKey> {
  private static final int RADIX = 36;
  private static final int WHOLE_DIGITS = 8;

  /** One that is longer is better made anew with all others of its column. */
  private static final int LONGEST = 60;

  private static final PositionKey MIDDLE = new PositionKey("i0000000");

  /** The place in an empty column. */
  public static PositionKey middle() {
    return MIDDLE;
  }

  /** A place above this one; those between them are left out. */
  public PositionKey above() {
    return above(1);
  }

  /** The same, so many places higher. */
  public PositionKey above(int places) {
    return of(whole() - places);
  }

  /** A place below this one; those between them are left out. */
  public PositionKey below() {
    return of(whole() + 1);
  }

  /** A place between two. */
  public static PositionKey between(PositionKey upper, PositionKey lower) {
    var distance = lower.whole() - upper.whole();
    if (distance > 1) {
      return of(upper.whole() + distance / 2);
    }
    return new PositionKey(
        upper.text.substring(0, WHOLE_DIGITS)
            + between(upper.fraction(), distance == 0 ? lower.fraction() : ""));
  }

  /**
   * Digits after the point between two others.
   *
   * @param high empty for one
   */
  private static String between(String low, String high) {
    var digits = new StringBuilder();
    var isBelowHigh = high.isEmpty();
    while (true) {
      var place = digits.length();
      var from = place < low.length() ? Character.digit(low.charAt(place), RADIX) : 0;
      var to = isBelowHigh ? RADIX : Character.digit(high.charAt(place), RADIX);
      if (to - from > 1) {
        return digits.append(Character.forDigit((from + to) / 2, RADIX)).toString();
      }
      digits.append(Character.forDigit(from, RADIX));
      isBelowHigh |= from < to;
    }
  }

  private static PositionKey of(long whole) {
    var digits = Long.toString(whole, RADIX);
    return new PositionKey("0".repeat(WHOLE_DIGITS - digits.length()) + digits);
  }

  private long whole() {
    return Long.parseLong(text.substring(0, WHOLE_DIGITS), RADIX);
  }

  private String fraction() {
    return text.substring(WHOLE_DIGITS);
  }

  /** True if so many were put between others that all should be made anew. */
  public boolean isTooLong() {
    return text.length() > LONGEST;
  }

  @Override
  public int compareTo(PositionKey other) {
    return text.compareTo(other.text);
  }
}
