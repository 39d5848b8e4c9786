package dev.baton.fakeagent;

import java.io.File;

/** What the command line says. */
final class Options {
  private String sessions = "";
  private String resume = "";
  private String variant = "DEFAULT";
  private String input = "text";
  private String model = "";
  private String effort = "";

  private Options() {}

  /**
   * Reads the command line.
   *
   * @throws IllegalArgumentException if it says something else than it may
   */
  static Options parse(String[] arguments) {
    var options = new Options();
    for (var i = 0; i < arguments.length; i += 2) {
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException("Option " + arguments[i] + " needs a value");
      }
      options.set(arguments[i], arguments[i + 1]);
    }
    if (options.sessions.isEmpty()) {
      throw new IllegalArgumentException("Option --sessions DIR is missing");
    }
    if (!options.input.equals("text") && !options.input.equals("json")) {
      throw new IllegalArgumentException(
          "Option --input is 'text' or 'json', not '" + options.input + "'");
    }
    return options;
  }

  private void set(String name, String value) {
    switch (name) {
      case "--sessions" -> sessions = value;
      case "--resume" -> resume = value;
      case "--variant" -> variant = value;
      case "--input" -> input = value;
      case "--model" -> model = value;
      case "--effort" -> effort = value;
      default ->
          throw new IllegalArgumentException(
              "Option "
                  + name
                  + " is unknown; these are known: --sessions, --resume, --variant, --input,"
                  + " --model, --effort");
    }
  }

  File sessions() {
    return new File(sessions);
  }

  /** The conversation to go on with; empty for a new one. */
  String resume() {
    return resume;
  }

  String variant() {
    return variant;
  }

  /** Empty if none was chosen. */
  String model() {
    return model;
  }

  /** Empty if none was chosen. */
  String effort() {
    return effort;
  }

  boolean isPlan() {
    return variant.equals("PLAN");
  }

  boolean asks() {
    return variant.equals("APPROVALS");
  }

  boolean readsJson() {
    return input.equals("json");
  }
}
