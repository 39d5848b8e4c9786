package dev.baton.fakeagent;

/** A line of a script: a word, a blank, and the rest as it is. */
final class ScriptLine {
  private final String text;
  private final String word;
  private final String rest;

  ScriptLine(String text) {
    this.text = text;
    word = firstWord(text);
    rest = after(text, word);
  }

  String text() {
    return text;
  }

  String word() {
    return word;
  }

  /** Everything after the first word. */
  String rest() {
    return rest;
  }

  /** The second word. */
  String argument() {
    return firstWord(rest);
  }

  /** Everything after the second word. */
  String restAfterArgument() {
    return after(rest, argument());
  }

  /** The second word as a whole number; -1 if it is not one. */
  long number() {
    return number(argument());
  }

  /** The third word as a whole number; 0 if it is missing, -1 if it is not one. */
  long secondNumber() {
    return restAfterArgument().isBlank() ? 0 : number(restAfterArgument());
  }

  /** The rest as seconds, which may have a fraction, in milliseconds; -1 if it is not a number. */
  long millis() {
    var number = rest.strip();
    var point = number.indexOf('.');
    var seconds = number(point < 0 ? number : number.substring(0, point));
    if (seconds < 0 || point < 0) {
      return seconds < 0 ? -1 : seconds * 1000;
    }
    var fraction = number((number.substring(point + 1) + "000").substring(0, 3));
    return fraction < 0 ? -1 : seconds * 1000 + fraction;
  }

  private static long number(String text) {
    var digits = text.strip();
    if (digits.isEmpty() || digits.length() > 12) {
      return -1;
    }
    var value = 0L;
    for (var i = 0; i < digits.length(); i++) {
      var digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  /** What follows the word and one blank. */
  private static String after(String text, String word) {
    return text.length() > word.length() ? text.substring(word.length() + 1) : "";
  }

  private static String firstWord(String text) {
    var blank = text.indexOf(' ');
    return blank < 0 ? text : text.substring(0, blank);
  }
}
