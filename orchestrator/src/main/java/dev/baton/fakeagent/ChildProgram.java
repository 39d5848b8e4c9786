package dev.baton.fakeagent;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Runs other programs. */
final class ChildProgram {
  private static final File NOWHERE = new File("/dev/null");

  private final int code;
  private final String output;

  private ChildProgram(int code, String output) {
    this.code = code;
    this.output = output;
  }

  /** Runs a program to its end. */
  static ChildProgram run(String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command).redirectInput(NOWHERE).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new ChildProgram(process.waitFor(), output.strip());
  }

  /** Leaves a program running, in a session of its own if the system can do that. */
  static void leave(String... command) throws IOException {
    var detached = new String[command.length + 1];
    detached[0] = "setsid";
    System.arraycopy(command, 0, detached, 1, command.length);
    try {
      start(detached);
    } catch (IOException e) {
      start(command);
    }
  }

  private static void start(String... command) throws IOException {
    new ProcessBuilder(command)
        .redirectInput(NOWHERE)
        .redirectOutput(NOWHERE)
        .redirectError(NOWHERE)
        .start();
  }

  boolean succeeded() {
    return code == 0;
  }

  /** What it printed. */
  String output() {
    return output;
  }
}
