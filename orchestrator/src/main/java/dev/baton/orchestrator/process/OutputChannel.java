package dev.baton.orchestrator.process;

/** Where a program prints. */
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
