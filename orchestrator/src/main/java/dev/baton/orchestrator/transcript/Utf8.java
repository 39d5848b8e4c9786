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

  /** How many bytes a text takes as a JSON string. */
  public static int jsonSize(String text) {
    int bytes = 2;
    for (int place = 0; place < text.length(); place++) {
      char letter = text.charAt(place);
      if (letter < ' ') {
        bytes += letter == '\n' || letter == '\r' || letter == '\t' ? 2 : 6;
      } else if (letter == '"' || letter == '\\') {
        bytes += 2;
      } else {
        bytes += Character.isSurrogate(letter) ? 2 : size(letter);
      }
    }
    return bytes;
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
