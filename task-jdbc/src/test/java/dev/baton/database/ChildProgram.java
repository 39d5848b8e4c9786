package dev.baton.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of this module in a process of its own. Not thread safe. */
final class ChildProgram implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;
  private final Writer input;

  private ChildProgram(Process process) {
    this.process = process;
    output = process.inputReader();
    input = process.outputWriter();
  }

  static ChildProgram start(Class<?> program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    return new ChildProgram(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Its next line; "" if it has ended. */
  String line() throws IOException {
    String line = output.readLine();
    return line == null ? "" : line;
  }

  void send(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  /** Ends it at once, as kill -9 does; what it has said can still be read. */
  void kill() {
    // why: the method of the process itself would close its output
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
