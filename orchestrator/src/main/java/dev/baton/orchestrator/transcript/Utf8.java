package dev.baton.orchestrator.transcript;

/** Sizes of text in UTF-8, and what of it can be stored. */
public final class Utf8 {
  // why: PostgreSQL takes neither a NUL nor half a character, and JSON can say both
  private static final char SHOWN_NUL = '\u2400';
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  /** The same text if every database takes it; else with signs for what none can keep. */
  public static String storable(String text) {
    return isStorable(text)
        ? text
        : text.codePoints()
            .map(Utf8::storable)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  private static boolean isStorable(String text) {
    for (int place = 0; place < text.length(); place++) {
      char found = text.charAt(place);
      if (found == 0) {
        return false;
      }
      if (Character.isSurrogate(found)) {
        if (Character.charCount(text.codePointAt(place)) == 1) {
          return false;
        }
        place++;
      }
    }
    return true;
  }

  private static int storable(int character) {
    boolean isHalf = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    return character == 0 ? SHOWN_NUL : isHalf ? REPLACEMENT : character;
  }

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
