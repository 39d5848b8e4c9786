package dev.baton.app.background;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.Build;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.program.OwnProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** The one server of a data directory, which is started when somebody needs it. Thread safe. */
public final class BackgroundServer {
  private static final String LOG_FILE = "server.log";
  private static final String START_LOCK = "start.lock";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
  private static final int LAST_LINES = 12;
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(50);

  private final AtomicBoolean toldOfCopy = new AtomicBoolean();
  private final DataDirectory directory;
  private final Map<String, String> environment;

  public BackgroundServer(DataDirectory directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = Map.copyOf(environment);
  }

  /**
   * The server that runs, or a new one. A server makes room if it is of another version, or of a
   * copy of the program that was moved away under it.
   *
   * @throws NoServerException if none could be had
   */
  public ServerFile ensure() throws InterruptedException {
    try {
      var running = current();
      if (running.isEmpty()) {
        return startAlone();
      }
      if (running.get().isOfAnotherCopy() && toldOfCopy.compareAndSet(false, true)) {
        // why here: a logger takes a while to load, and nearly no start needs one
        LoggerFactory.getLogger(BackgroundServer.class)
            .warn(
                "The server of {} is that of another copy of Baton, {}; 'baton stop' ends it, and"
                    + " the next command starts its own",
                directory,
                running.get().program());
      }
      return running.get();
    } catch (IOException e) {
      throw new NoServerException(
          "No server could be started for %s (%s); %s"
              .formatted(directory, DataDirectory.reason(e), DataDirectory.NAME_ANOTHER));
    }
  }

  private Optional<ServerFile> current() throws IOException {
    return ServerFile.findRunning(directory)
        .filter(server -> server.version().equals(ownVersion()) && !server.wasMovedAway());
  }

  private static String ownVersion() {
    try {
      return Build.version();
    } catch (IOException e) {
      throw new NoServerException("The version of this program is unknown: " + e.getMessage());
    }
  }

  /** Starts one server at a time; a second caller finds the server that the first has started. */
  private ServerFile startAlone() throws IOException, InterruptedException {
    var interrupted = new InterruptedException[1];
    var started =
        directory.exclusively(
            START_LOCK,
            () -> {
              var running = current();
              if (running.isPresent()) {
                return running;
              }
              try {
                stop();
                return Optional.of(start());
              } catch (InterruptedException e) {
                interrupted[0] = e;
                return Optional.<ServerFile>empty();
              }
            });
    if (interrupted[0] != null) {
      throw interrupted[0];
    }
    return started.orElseThrow();
  }

  private ServerFile start() throws IOException, InterruptedException {
    var log = directory.file(LOG_FILE);
    var before = Files.exists(log) ? Files.size(log) : 0;
    var builder =
        new ProcessBuilder(command())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    var process = builder.start();
    var end = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() < end) {
      var running = current();
      if (running.isPresent()) {
        return running.get();
      }
      if (process.waitFor(LOOK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    process.destroy();
    var said = lastLines(log, before);
    throw new NoServerException(
        said.isBlank()
            ? "The server of %s did not start and could say nothing in its log %s, which has %d bytes of room: make room on the disk, then run it again"
                .formatted(directory, log, log.toFile().getUsableSpace())
            : "The server of %s did not start; its log %s ends with: %s"
                .formatted(directory, log, said));
  }

  private List<String> command() {
    var options = new ArrayList<>(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
    Optional.ofNullable(environment.get("BATON_SERVER_OPTIONS"))
        .ifPresent(given -> options.addAll(List.of(given.split(" ", -1))));
    Optional.ofNullable(environment.get("BATON_AOT_CACHE"))
        .ifPresent(cache -> options.add("-XX:AOTCache=" + cache));
    var command = new ArrayList<String>();
    findOnPath("setsid").ifPresent(command::add);
    command.addAll(OwnProgram.words(options));
    command.addAll(List.of("serve", "--background", "--data-dir", directory.toString()));
    return command;
  }

  /** Keeps the server out of the terminal's reach, where the system has a way to. */
  private Optional<String> findOnPath(String program) {
    return Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString);
  }

  /** The end of what was written since the log had this length. */
  private static String lastLines(Path log, long before) throws IOException {
    try (var in = Files.newInputStream(log)) {
      in.skipNBytes(before);
      var lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      return String.join(
          " / ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
  }

  /** Ends the server, if one runs; agents go on. */
  public boolean stop() throws IOException, InterruptedException {
    var server = ServerFile.findRunning(directory);
    if (server.isEmpty()) {
      return false;
    }
    var pid = server.get().pid();
    server.get().process().ifPresent(ProcessHandle::destroy);
    var end = System.nanoTime() + STOP_LIMIT.toNanos();
    while (server.get().runs()) {
      if (System.nanoTime() > end) {
        throw new CommandFailure(
            "The server (pid %d) did not end within %d s; end it with: kill -9 %d"
                .formatted(pid, STOP_LIMIT.toSeconds(), pid));
      }
      Thread.sleep(LOOK_INTERVAL);
    }
    return true;
  }
}
