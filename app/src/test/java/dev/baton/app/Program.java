package dev.baton.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A program that a test has started; whatever is left of it ends with the test. */
public final class Program implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** How a program has ended. */
  public record Ended(int code, String out, String err) {}

  private final Process process;
  private final BufferedReader out;
  private final Path err;

  private Program(Process process, Path err) {
    this.process = process;
    this.out = process.inputReader();
    this.err = err;
    CompletableFuture.delayedExecutor(LIMIT.toSeconds(), TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
  }

  /** Starts the {@code baton} command in a process of its own, without the launcher. */
  public static Program baton(String... arguments) {
    return java(Main.class, arguments);
  }

  public static Program java(Class<?> main, String... arguments) {
    return start(javaCommand(List.of(), main, arguments), Map.of());
  }

  /** The command line that starts a class in a Java process of its own. */
  public static List<String> javaCommand(List<String> options, Class<?> main, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** The class path of the tests. */
  public static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElseGet(() -> System.getProperty("java.class.path"));
  }

  /** Starts a command; variables with an empty value are removed from its environment. */
  public static Program start(List<String> command, Map<String, String> environment) {
    return start(command, environment, Repository.root());
  }

  public static Program start(
      List<String> command, Map<String, String> environment, Path directory) {
    try {
      var err = Files.createTempFile("baton-test", ".err");
      var builder =
          new ProcessBuilder(command).directory(directory.toFile()).redirectError(err.toFile());
      environment.forEach(
          (name, value) -> {
            if (value.isEmpty()) {
              builder.environment().remove(name);
            } else {
              builder.environment().put(name, value);
            }
          });
      return new Program(builder.start(), err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a line to standard input. */
  public void send(String line) throws IOException {
    var in = process.outputWriter();
    in.write(line);
    in.newLine();
    in.flush();
  }

  /** The next line of standard output. */
  public String line() throws IOException {
    var line = out.readLine();
    if (line == null) {
      throw new IllegalStateException(
          "No more output; on standard error: " + Files.readString(err));
    }
    return line;
  }

  /** What it has written to standard error so far. */
  public List<String> errors() throws IOException {
    return Files.readAllLines(err);
  }

  /** Asks the program to end, as the operating system does. */
  public void terminate() {
    // why: Process.destroy would close the streams, which still have something to say
    process.toHandle().destroy();
  }

  /** Ends the program at once, as the operating system does when it must. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Closes standard input and waits for the end. */
  public Ended await() throws IOException, InterruptedException {
    process.outputWriter().close();
    return awaitWithOpenInput();
  }

  public Ended awaitWithOpenInput() throws IOException, InterruptedException {
    var rest = out.lines().collect(Collectors.joining("\n"));
    return new Ended(process.waitFor(), rest, Files.readString(err));
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly().onExit().join();
    Files.deleteIfExists(err);
  }
}
