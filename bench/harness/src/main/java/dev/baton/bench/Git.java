package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The git program. */
final class Git {
  private Git() {}

  /** Runs a command and returns what it printed. */
  static String run(Path directory, List<String> arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(arguments);
    var process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("%s failed in %s: %s".formatted(command, directory, output));
    }
    return output;
  }
}
