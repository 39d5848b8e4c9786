package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.process.ProgramCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Versions of programs, asked with {@code --version} and remembered until the program changes.
 * Thread safe.
 */
public final class ProgramVersions {
  private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(?:[.+-]?\\w+)*");

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
    try {
      var answer = new ProgramCall(argv, Path.of(""), environment.common(), "", limit).run();
      var found = VERSION.matcher(answer.output() + answer.error());
      return found.find() ? Optional.of(found.group()) : Optional.empty();
    } catch (IOException | TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
