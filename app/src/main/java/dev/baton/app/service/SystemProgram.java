package dev.baton.app.service;

import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program that commands the services of the operating system. */
record SystemProgram(String name, Map<String, String> environment) {
  private static final int LIMIT_SECONDS = 60;

  SystemProgram {
    environment = Map.copyOf(environment);
  }

  /** How a run has ended, with all that was printed. */
  private record Ended(int code, String said) {}

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
    var ended = end(arguments);
    if (ended.code() != 0) {
      throw new CommandFailure(
          FailureCode.INTERNAL,
          "'%s %s' failed with code %d: %s. Services of a user need a login of that user: log in directly (not through su or sudo), then repeat this."
              .formatted(
                  name,
                  String.join(" ", arguments),
                  ended.code(),
                  ended.said().isEmpty() ? "it said nothing" : ended.said()));
    }
  }

  private Ended end(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(find().map(Path::toString).orElse(name)));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    var process = builder.start();
    process.outputWriter().close();
    try (var said = process.inputReader()) {
      var text = said.lines().map(String::strip).reduce((a, b) -> a + " / " + b).orElse("");
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Ended(-1, "it did not end within %d s".formatted(LIMIT_SECONDS));
      }
      return new Ended(process.exitValue(), text);
    }
  }
}
