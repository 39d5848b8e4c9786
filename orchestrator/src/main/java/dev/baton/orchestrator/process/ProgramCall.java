package dev.baton.orchestrator.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One call of a program of this machine that answers and ends. Immutable and thread safe; nothing
 * of a call is left when it returns.
 *
 * <p>Its streams are files. A pipe stays open as long as a program that it leaves in the background
 * lives. Who reads such a pipe waits for that program, and the runtime keeps the process id that
 * long: the next program that gets the same id would count as ended, with its output lost.
 *
 * @param environment all variables that the program gets
 * @param input what it reads from its standard input
 */
public record ProgramCall(
    List<String> command,
    Path directory,
    Map<String, String> environment,
    String input,
    Duration limit) {
  private static final int MOST_BYTES = 8 * 1024 * 1024;
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(50);

  public ProgramCall {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** How the program ended, and what it printed. */
  public record Answer(int exitCode, String output, String error) {
    /** What it printed, errors first. */
    public String words() {
      return (error.isBlank() ? output : error).strip();
    }
  }

  /**
   * Runs it.
   *
   * @throws IOException if it cannot be started, or prints more than anybody reads
   * @throws TimeoutException if it does not end in time; it is ended then
   */
  public Answer run() throws IOException, InterruptedException, TimeoutException {
    var streams = Files.createTempDirectory("baton-call");
    var in = streams.resolve("in");
    var out = streams.resolve("out");
    var err = streams.resolve("err");
    try {
      Files.writeString(in, input);
      var builder =
          new ProcessBuilder(command)
              .directory(directory.toAbsolutePath().toFile())
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      var exitCode = awaitEnd(builder.start(), out, err);
      return new Answer(exitCode, textOf(out), textOf(err));
    } finally {
      for (var file : List.of(in, out, err, streams)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private int awaitEnd(Process process, Path out, Path err)
      throws IOException, InterruptedException, TimeoutException {
    try {
      var deadline = System.nanoTime() + limit.toNanos();
      while (!process.waitFor(pause(deadline), TimeUnit.NANOSECONDS)) {
        if (System.nanoTime() >= deadline) {
          throw new TimeoutException();
        }
        requireBounded(out, err);
      }
      requireBounded(out, err);
      return process.exitValue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static long pause(long deadline) {
    return Math.clamp(deadline - System.nanoTime(), 0, LOOK_INTERVAL.toNanos());
  }

  private static void requireBounded(Path out, Path err) throws IOException {
    if (Files.size(out) + Files.size(err) > MOST_BYTES) {
      throw new IOException("it printed more than %d bytes".formatted(MOST_BYTES));
    }
  }

  private static String textOf(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      // why bounded: a program that it left in the background may go on printing
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    }
  }
}
