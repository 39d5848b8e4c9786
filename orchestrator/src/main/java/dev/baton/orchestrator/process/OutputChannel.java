package dev.baton.orchestrator.process;

/** A stream that a program prints to. */
public enum OutputChannel {
  STDOUT("stdout"),
  STDERR("stderr");

  private final String fileName;

  OutputChannel(String fileName) {
    this.fileName = fileName;
  }

  String fileName() {
    return fileName;
  }
}
