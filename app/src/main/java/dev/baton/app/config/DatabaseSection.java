package dev.baton.app.config;

import dev.baton.database.DatabaseAddress;
import dev.baton.database.StorageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the address of the database, and its password. Not thread safe. */
final class DatabaseSection {
  private static final Key URL = Key.of("database", "url");
  private static final Key PASSWORD = Key.of("database", "password");
  private static final Key PASSWORD_FILE = Key.of("database", "password_file");

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
    var password =
        settings
            .text(PASSWORD)
            .or(() -> new SecretFile(settings, directory).read(PASSWORD_FILE, "password"));
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
          DatabaseAddress.parse(
              settings.text(URL).orElseThrow(), SecretFile.base(settings.origin(URL), directory)));
    } catch (StorageException e) {
      settings.add(
          new ConfigProblem(
              settings.origin(URL),
              "%s: %s".formatted(URL, e.getMessage()),
              ValueKind.DATABASE.allowed()));
      return Optional.empty();
    }
  }
}
