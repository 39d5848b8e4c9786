package dev.baton.app.service;

import static java.util.stream.Collectors.joining;

import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.orchestrator.process.ProgramCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A program that commands the services of the operating system. */
record SystemProgram(String name, Map<String, String> environment) {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  SystemProgram {
    environment = Map.copyOf(environment);
  }

  /** How the program ended, and all that it printed. */
  private record Exit(int code, String output) {}

  boolean isThere() {
    return find().isPresent();
  }

  private Optional<Path> find() {
    return Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
        .filter(place -> !place.isEmpty())
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** True if it has ended well. */
  boolean asks(String... arguments) throws IOException, InterruptedException {
    return end(arguments).code() == 0;
  }

  /** Fails with what the program said, if it does. */
  void run(String... arguments) throws IOException, InterruptedException {
    var exit = end(arguments);
    if (exit.code() != 0) {
      throw new CommandFailure(
          FailureCode.INTERNAL,
          "'%s %s' failed with code %d: %s. Services of a user need a login of that user: log in directly (not through su or sudo), then repeat this."
              .formatted(
                  name,
                  String.join(" ", arguments),
                  exit.code(),
                  exit.output().isEmpty() ? "it said nothing" : exit.output()));
    }
  }

  private Exit end(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(find().map(Path::toString).orElse(name)));
    command.addAll(List.of(arguments));
    try {
      var answer = new ProgramCall(command, Path.of(""), environment, "", LIMIT).run();
      return new Exit(
          answer.exitCode(), answer.words().lines().map(String::strip).collect(joining(" / ")));
    } catch (TimeoutException e) {
      return new Exit(-1, "it did not end within %d s".formatted(LIMIT.toSeconds()));
    }
  }
}
