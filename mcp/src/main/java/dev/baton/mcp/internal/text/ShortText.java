package dev.baton.mcp.internal.text;

/** Words for a caller that may quote what the caller sent, however long that was. */
public final class ShortText {
  private static final int MOST = 1_000;
  private static final int END = 300;

  private ShortText() {}

  /** The text, without its middle if it is too long to be read. */
  public static String of(String text) {
    if (text.length() <= MOST) {
      return text;
    }
    var start = MOST - END - 1;
    var end = text.length() - END;
    // why: half of a character cannot be shown
    return text.substring(0, Character.isHighSurrogate(text.charAt(start - 1)) ? start - 1 : start)
        + "…"
        + text.substring(Character.isLowSurrogate(text.charAt(end)) ? end + 1 : end);
  }
}
