package dev.baton.app.config;

/** Where a value comes from. */
public sealed interface Origin {
  /** What to tell people. */
  String words();

  /** Nobody said anything. */
  record Standard() implements Origin {
    @Override
    public String words() {
      return "default";
    }
  }

  /** Nobody says anything now; the last server was told by somebody. */
  record Remembered(String from) implements Origin {
    @Override
    public String words() {
      return "remembered, from " + from;
    }
  }

  /** A line of the configuration file. */
  record Line(int number) implements Origin {
    @Override
    public String words() {
      return "%s:%d".formatted(ConfigFile.NAME, number);
    }
  }

  /** An environment variable. */
  record Variable(String name) implements Origin {
    @Override
    public String words() {
      return "environment variable " + name;
    }
  }

  /** A flag on the command line. */
  record Flag(String name) implements Origin {
    @Override
    public String words() {
      return "flag " + name;
    }
  }
}
