package dev.baton.orchestrator.forge;

import java.util.regex.Pattern;

/** The number of a pull request in the address that a program prints when it has made one. */
final class PrintedNumber {
  private PrintedNumber() {}

  static long of(String host, String output, String before) {
    var number = Pattern.compile(Pattern.quote(before) + "(\\d{1,18})").matcher(output);
    if (!number.find()) {
      throw Forge.unavailable(
          host,
          "The pull request was made, but its address was not told: " + output.strip(),
          "Call create_pull_request again: it finds the one that is there");
    }
    return Long.parseLong(number.group(1));
  }
}
