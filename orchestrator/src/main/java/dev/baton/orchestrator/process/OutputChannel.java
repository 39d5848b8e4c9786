package dev.baton.orchestrator.process;

/** A stream that a program prints to. */
public enum OutputChannel {
  STDOUT("stdout"),
  STDERR("stderr");

  private final String wireName;

  OutputChannel(String wireName) {
    this.wireName = wireName;
  }

  /** Its name in the log, and that of the file that keeps it. */
  public String wireName() {
    return wireName;
  }

  public static OutputChannel of(String wireName) {
    return wireName.equals(STDOUT.wireName) ? STDOUT : STDERR;
  }
}
