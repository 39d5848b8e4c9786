package dev.baton.orchestrator.transcript;

/** Sizes of text in UTF-8. */
public final class Utf8 {
  private Utf8() {}

  /** The longest beginning that has at most so many bytes and cuts no character. */
  public static String cut(String text, int maxBytes) {
    if (text.length() <= maxBytes / 3) {
      return text;
    }
    int bytes = 0;
    int place = 0;
    while (place < text.length()) {
      int character = text.codePointAt(place);
      bytes += size(character);
      if (bytes > maxBytes) {
        return text.substring(0, place);
      }
      place += Character.charCount(character);
    }
    return text;
  }

  /** The longest end that has at most so many bytes and cuts no character. */
  public static String cutStart(String text, int maxBytes) {
    int bytes = 0;
    int place = text.length();
    while (place > 0) {
      int character = text.codePointBefore(place);
      bytes += size(character);
      if (bytes > maxBytes) {
        return text.substring(place);
      }
      place -= Character.charCount(character);
    }
    return text;
  }

  private static int size(int character) {
    if (character < 0x80) {
      return 1;
    }
    if (character < 0x800) {
      return 2;
    }
    return character < 0x10000 ? 3 : 4;
  }
}
