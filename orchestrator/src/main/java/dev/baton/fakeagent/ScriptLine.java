package dev.baton.fakeagent;

/** A line of a script: a word, and the rest. */
final class ScriptLine {
  private final String text;
  private final String word;
  private final String rest;

  ScriptLine(String text) {
    this.text = text;
    word = firstWord(text);
    rest = text.substring(word.length()).strip();
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
    return rest.substring(argument().length()).strip();
  }

  /** The second word as a whole number; -1 if it is none. */
  long number() {
    return number(argument());
  }

  /** The third word as a whole number; 0 if it is missing, -1 if it is none. */
  long secondNumber() {
    return restAfterArgument().isEmpty() ? 0 : number(restAfterArgument());
  }

  /** The rest as seconds, which may have a fraction, in milliseconds; -1 if it is none. */
  long millis() {
    var point = rest.indexOf('.');
    var seconds = number(point < 0 ? rest : rest.substring(0, point));
    if (seconds < 0 || point < 0) {
      return seconds < 0 ? -1 : seconds * 1000;
    }
    var fraction = number((rest.substring(point + 1) + "000").substring(0, 3));
    return fraction < 0 ? -1 : seconds * 1000 + fraction;
  }

  private static long number(String digits) {
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

  private static String firstWord(String text) {
    var blank = text.indexOf(' ');
    return blank < 0 ? text : text.substring(0, blank);
  }
}
