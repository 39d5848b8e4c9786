package dev.baton.app.config;

import dev.baton.app.home.PlainFile;
import dev.baton.app.program.CommandFailure;
import dev.baton.task.jdbc.DatabaseAddress;
import dev.baton.task.jdbc.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Reads which database it is, and its password. Not thread safe. */
final class DatabaseSection {
  private static final Key URL = Key.of("database", "url");
  private static final Key PASSWORD = Key.of("database", "password");
  private static final Key PASSWORD_FILE = Key.of("database", "password_file");
  private static final int MOST_BYTES = 1 << 16;

  private final Settings settings;
  private final Path directory;

  DatabaseSection(Settings settings, Path directory) {
    this.settings = settings;
    this.directory = directory;
  }

  /** The database; empty if there is a mistake, which the settings know then. */
  Optional<DatabaseChoice> find() throws IOException {
    if (settings.origin(URL) instanceof Origin.Standard) {
      recall();
    }
    var password = settings.text(PASSWORD).or(this::passwordInFile);
    return address()
        .map(address -> password.map(address::withPassword).orElse(address))
        .map(address -> new DatabaseChoice(address, settings.origin(URL)));
  }

  /** What the last server was told counts as long as nobody says anything else. */
  private void recall() throws IOException {
    RememberedDatabase.find(directory)
        .filter(last -> last.origin() instanceof Origin.Remembered)
        .ifPresent(last -> settings.put(URL, last.address().withoutPassword(), last.origin()));
  }

  private Optional<DatabaseAddress> address() {
    try {
      return Optional.of(
          DatabaseAddress.parse(settings.text(URL).orElseThrow(), base(settings.origin(URL))));
    } catch (StorageException e) {
      settings.add(
          new ConfigProblem(
              settings.origin(URL),
              "%s: %s".formatted(URL, e.getMessage()),
              new ValueKind.Address().allowed()));
      return Optional.empty();
    }
  }

  private Optional<String> passwordInFile() {
    var file = settings.text(PASSWORD_FILE).map(base(settings.origin(PASSWORD_FILE))::resolve);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      var bytes = PlainFile.read(file.get(), MOST_BYTES);
      if (bytes.isPresent()) {
        return bytes.map(
            it -> new String(it, StandardCharsets.UTF_8).lines().findFirst().orElse(""));
      }
      refuse(file.get() + " is missing");
    } catch (IOException | CommandFailure e) {
      refuse("%s cannot be read (%s)".formatted(file.get(), e.getMessage()));
    }
    return Optional.empty();
  }

  private void refuse(String found) {
    settings.add(
        new ConfigProblem(
            settings.origin(PASSWORD_FILE),
            "%s: %s".formatted(PASSWORD_FILE, found),
            "a file whose first line is the password"));
  }

  /** Paths are relative to where they stand: the directory, or where the program was started. */
  private Path base(Origin origin) {
    return switch (origin) {
      case Origin.Flag _, Origin.Variable _ -> Path.of("");
      case Origin.Line _, Origin.Remembered _, Origin.Standard _ -> directory;
    };
  }
}
