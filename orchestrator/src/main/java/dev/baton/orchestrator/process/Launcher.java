package dev.baton.orchestrator.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Starts programs that outlive this server: in a session of their own, with files for output and
 * exit status. A program is started at most once, however often and by however many servers it is
 * asked for. Thread safe.
 */
public final class Launcher {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(2);
  private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

  /**
   * Gives the usual signals back. A server that a script started with {@code &} or with {@code
   * nohup} ignores interrupts, and so would all that it starts; no shell can undo that.
   */
  private static final List<String> USUAL_SIGNALS =
      List.of("env", "--default-signal=HUP,INT,QUIT,PIPE,TERM");

  /**
   * Does the work of {@code env} and {@code setsid} on systems whose own cannot, or that lack one.
   */
  private static final List<String> PERL =
      List.of(
          "perl",
          "-e",
          "use POSIX; $SIG{$_} = 'DEFAULT' for qw(HUP INT QUIT PIPE TERM);"
              + " POSIX::setsid(); exec @ARGV or die $!",
          "--");

  private final ProgramInspector inspector;
  private final String path;
  private final List<String> detaching;

  public Launcher(ProgramInspector inspector) {
    this(inspector, System.getenv().getOrDefault("PATH", DEFAULT_PATH));
  }

  Launcher(ProgramInspector inspector, String path) {
    this.inspector = inspector;
    this.path = path;
    detaching = detaching(path);
  }

  /** The words before those of the wrapper: a session of its own, and the usual signals. */
  private static List<String> detaching(String path) {
    if (!isOnPath("setsid", path)) {
      return PERL;
    }
    if (isOnPath("env", path) && givesSignalsBack()) {
      return Stream.concat(USUAL_SIGNALS.stream(), Stream.of("setsid")).toList();
    }
    return isOnPath("perl", path) ? PERL : List.of("setsid");
  }

  /** Whether {@code env} knows the option: GNU's does, those of macOS and BusyBox do not. */
  private static boolean givesSignalsBack() {
    try {
      var line = Stream.concat(USUAL_SIGNALS.stream(), Stream.of("true")).toList();
      var probe =
          new ProcessBuilder(line)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return probe.onExit().join().exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Starts the command, unless it was started before, and returns when it runs or has ended. What
   * is to be run is on disk before anything runs.
   *
   * @throws IOException if it could not be started; it is then safe to try again
   */
  public ProgramState start(DetachedCommand command, ProgramDirectory directory)
      throws IOException, InterruptedException {
    if (directory.isClaimed()) {
      return await(command.processId(), directory, Optional.empty());
    }
    directory.prepare(command);
    return await(command.processId(), directory, Optional.of(spawn(command, directory)));
  }

  private Process spawn(DetachedCommand command, ProgramDirectory directory) throws IOException {
    var line = new ArrayList<>(detaching);
    line.add("sh");
    line.add(directory.path().resolve(ProgramDirectory.WRAPPER_SCRIPT).toString());
    var builder =
        new ProcessBuilder(line)
            .directory(directory.path().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.wrapperLog().toFile()));
    builder.environment().clear();
    builder.environment().put("PATH", path);
    builder.environment().put(DetachedCommand.MARKER, command.processId().toString());
    return builder.start();
  }

  private ProgramState await(UUID processId, ProgramDirectory directory, Optional<Process> wrapper)
      throws IOException, InterruptedException {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      // why: looked at first, so that what it left behind is seen below
      var isGone = wrapper.filter(process -> !process.isAlive()).isPresent();
      switch (inspector.inspect(processId, directory)) {
        case ProgramState.Running running -> {
          return running;
        }
        case ProgramState.Ended ended -> {
          return ended;
        }
        case ProgramState.NotStarted _ when isGone -> throw notStarted(directory);
        case ProgramState.NotStarted _, ProgramState.Starting _ ->
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      }
    }
    throw notStarted(directory);
  }

  private static IOException notStarted(ProgramDirectory directory) {
    return new IOException(
        "Nothing runs in %s; %s may say why. Try again"
            .formatted(directory.path(), directory.wrapperLog()));
  }

  private static boolean isOnPath(String program, String path) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(path)
        .filter(part -> !part.isEmpty())
        .anyMatch(part -> Files.isExecutable(Path.of(part, program)));
  }
}
