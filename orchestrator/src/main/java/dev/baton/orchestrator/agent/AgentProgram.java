package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.Availability.Available;
import dev.baton.orchestrator.agent.Availability.Unavailable;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The program of an agent: configured, or found on the path. Immutable and thread safe. */
public final class AgentProgram {
  private final String executor;
  private final List<String> command;
  private final ServerVariables environment;
  private final Optional<ProgramVersions> versions;

  private AgentProgram(
      String executor,
      List<String> command,
      ServerVariables environment,
      Optional<ProgramVersions> versions) {
    if (command.isEmpty()) {
      throw new IllegalArgumentException(
          "Executor %s has no command: name its program in executors.%s.command"
              .formatted(executor, executor));
    }
    this.executor = executor;
    this.command = List.copyOf(command);
    this.environment = environment;
    this.versions = versions;
  }

  /** A well-known program, which tells its version when asked. */
  public static AgentProgram wellKnown(
      String executor,
      List<String> command,
      ServerVariables environment,
      ProgramVersions versions) {
    return new AgentProgram(executor, command, environment, Optional.of(versions));
  }

  /** A program of the user, which is never run only to ask its version. */
  public static AgentProgram of(
      String executor, List<String> command, ServerVariables environment) {
    return new AgentProgram(executor, command, environment, Optional.empty());
  }

  /** The program, as an absolute path if it was found, and its first arguments. */
  public List<String> command() {
    var found = new ArrayList<>(command);
    find().ifPresent(path -> found.set(0, path.toString()));
    return found;
  }

  /** Whether the program is there, and which version it is. */
  public Availability availability() {
    return find()
        .<Availability>map(
            path -> new Available(versions.flatMap(asked -> asked.find(command(), path))))
        .orElseGet(() -> new Unavailable(missing()));
  }

  private String missing() {
    var program = command.getFirst();
    return isPath(program)
        ? "%s is not a program that can run: correct executors.%s.command"
            .formatted(program, executor)
        : "%s was not found on PATH: install it, or name its place in executors.%s.command"
            .formatted(program, executor);
  }

  private Optional<Path> find() {
    var program = command.getFirst();
    return isPath(program)
        ? runnable(program)
        : Stream.of(environment.path().split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .flatMap(folder -> runnable(folder + File.separator + program).stream())
            .findFirst();
  }

  private static boolean isPath(String program) {
    return program.contains(File.separator);
  }

  private static Optional<Path> runnable(String program) {
    try {
      return Optional.of(Path.of(program).toAbsolutePath())
          .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
