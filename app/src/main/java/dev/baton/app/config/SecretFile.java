package dev.baton.app.config;

import dev.baton.app.home.PlainFile;
import dev.baton.app.program.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Reads secrets from the files that settings name. Not thread safe. */
final class SecretFile {
  private static final int MOST_BYTES = 1 << 16;

  private final Settings settings;
  private final Path directory;

  SecretFile(Settings settings, Path directory) {
    this.settings = settings;
    this.directory = directory;
  }

  /** The first line of the file; empty if none is named or there is a mistake. */
  Optional<String> read(Key key, String what) {
    var file = settings.text(key).map(base(settings.origin(key), directory)::resolve);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      var bytes = PlainFile.read(file.get(), MOST_BYTES);
      if (bytes.isPresent()) {
        return bytes.map(
            it -> new String(it, StandardCharsets.UTF_8).lines().findFirst().orElse(""));
      }
      refuse(key, what, file.get() + " is missing");
    } catch (IOException | CommandFailure e) {
      refuse(key, what, "%s cannot be read (%s)".formatted(file.get(), e.getMessage()));
    }
    return Optional.empty();
  }

  private void refuse(Key key, String what, String found) {
    settings.add(
        new ConfigProblem(
            settings.origin(key),
            "%s: %s".formatted(key, found),
            "a file whose first line is the " + what));
  }

  /** Paths are relative to where they stand: the directory, or where the program was started. */
  static Path base(Origin origin, Path directory) {
    return switch (origin) {
      case Origin.Flag _, Origin.Variable _ -> Path.of("");
      case Origin.Line _, Origin.Remembered _, Origin.Standard _ -> directory;
    };
  }
}
