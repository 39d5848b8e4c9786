package dev.baton.orchestrator.agent;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Versions of programs, asked with {@code --version} and remembered until the program changes.
 * Thread safe.
 */
public final class ProgramVersions {
  private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(?:[.+-]?\\w+)*");
  private static final int MAX_BYTES = 64 * 1024;

  private final ServerVariables environment;
  private final Duration limit;
  private final Map<Asked, String> known = new ConcurrentHashMap<>();

  private record Asked(List<String> command, FileTime changed, long size) {}

  /** Waits so long for an answer. */
  public ProgramVersions(ServerVariables environment, Duration limit) {
    this.environment = environment;
    this.limit = limit;
  }

  /** The version that the program tells; empty if it tells none in time. */
  Optional<String> find(List<String> command, Path program) {
    try {
      var asked =
          new Asked(List.copyOf(command), Files.getLastModifiedTime(program), Files.size(program));
      var remembered = Optional.ofNullable(known.get(asked));
      // why: a program that did not answer in time may do so on a less busy day
      var version = remembered.or(() -> ask(command));
      version.ifPresent(found -> known.put(asked, found));
      return version;
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<String> ask(List<String> command) {
    var argv = new ArrayList<>(command);
    argv.add("--version");
    var builder = new ProcessBuilder(argv).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment.common());
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    try {
      return readVersion(builder.start());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<String> readVersion(Process process) {
    var output = new FutureTask<>(() -> read(process));
    Thread.ofVirtual().start(output);
    try {
      var found = VERSION.matcher(output.get(limit.toMillis(), TimeUnit.MILLISECONDS));
      return found.find() ? Optional.of(found.group()) : Optional.empty();
    } catch (TimeoutException | ExecutionException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static String read(Process process) throws IOException {
    try (var input = process.getInputStream()) {
      return new String(input.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    }
  }
}
