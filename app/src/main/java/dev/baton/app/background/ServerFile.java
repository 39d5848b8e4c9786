package dev.baton.app.background;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.home.PlainFile;
import dev.baton.app.program.Build;
import dev.baton.app.program.OwnProgram;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;

/**
 * The address of the server of a data directory, as that server wrote it.
 *
 * @param started when the process started, so that a reused pid is not taken for it
 * @param port of HTTP
 * @param linePort where {@code baton mcp} connects
 * @param program the jar or directory of the copy of the program that serves
 */
public record ServerFile(
    long pid, Instant started, int port, int linePort, String url, String version, Path program) {
  private static final String FILE = "server.json";
  private static final int MOST_BYTES = 1 << 16;

  /** Stays when the server ends: agents that go on know their server by its port. */
  private static final String LAST_PORT = "last-port";

  /** This process, serving at these ports. */
  public static ServerFile ofThisProcess(int port, int linePort, String url) throws IOException {
    var self = ProcessHandle.current();
    return new ServerFile(
        self.pid(), startOf(self), port, linePort, url, Build.version(), OwnProgram.place());
  }

  private static Instant startOf(ProcessHandle process) {
    return process.info().startInstant().orElse(Instant.EPOCH);
  }

  /** What the directory's last server wrote, if it still runs. */
  public static Optional<ServerFile> findRunning(DataDirectory directory) throws IOException {
    return read(directory).filter(ServerFile::runs);
  }

  private static Optional<ServerFile> read(DataDirectory directory) throws IOException {
    try {
      var text = read(directory, FILE);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      var json = Json.parseObject(text.get());
      return Optional.of(
          new ServerFile(
              json.path("pid").asLong(0),
              Instant.parse(json.path("started").asString("")),
              json.path("port").asInt(0),
              json.path("line_port").asInt(0),
              json.path("url").asString(""),
              json.path("version").asString(""),
              Path.of(json.path("program").asString(""))));
    } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
      // why: a file that is no such file is as good as none; the next server writes a new one
      return Optional.empty();
    }
  }

  /** True if a copy of the program serves that is elsewhere than this one. */
  public boolean isOfAnotherCopy() {
    return !program.equals(OwnProgram.place());
  }

  /** True if the copy of the program is no longer where it was: it cannot start its parts. */
  boolean wasMovedAway() {
    return !Files.exists(program);
  }

  boolean runs() {
    return process().isPresent();
  }

  /** The server's process, if it runs. */
  Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> !isDefunct(process))
        .filter(process -> startOf(process).equals(started));
  }

  /** True if it has ended and only waits for its parent to take note, which may never happen. */
  private static boolean isDefunct(ProcessHandle process) {
    try {
      var stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      // why the last: the program's name is in parentheses and may have some of its own
      var state = stat.charAt(stat.lastIndexOf(')') + 2);
      return state == 'Z' || state == 'X';
    } catch (IOException | IndexOutOfBoundsException e) {
      return false; // no such file on this system, or the process is gone by now
    }
  }

  public void write(DataDirectory directory) throws IOException {
    var json =
        Json.object()
            .put("pid", pid)
            .put("started", started.toString())
            .put("port", port)
            .put("line_port", linePort)
            .put("url", url)
            .put("version", version)
            .put("program", program.toString());
    directory.write(LAST_PORT, Integer.toString(port).getBytes(StandardCharsets.UTF_8));
    directory.write(FILE, json.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Where the directory's last server was, if there was one. */
  public static OptionalInt lastPort(DataDirectory directory) throws IOException {
    try {
      return read(directory, LAST_PORT).stream()
          .mapToInt(text -> Integer.parseInt(text.strip()))
          .findFirst();
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  /** Bytes that are no text are as good as a text that says nothing. */
  private static Optional<String> read(DataDirectory directory, String name) throws IOException {
    return PlainFile.read(directory.file(name), MOST_BYTES)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  public static void delete(DataDirectory directory) throws IOException {
    Files.deleteIfExists(directory.file(FILE));
  }
}
