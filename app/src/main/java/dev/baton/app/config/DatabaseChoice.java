package dev.baton.app.config;

import dev.baton.database.Database;
import dev.baton.database.DatabaseAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The database of a data directory, and what named it.
 *
 * @param address with the password, if one is known
 */
public record DatabaseChoice(DatabaseAddress address, Origin origin) {
  private static final String PASSWORDS = ".pgpass";

  /** From now on passwords are also looked for in the home that the variables name. */
  public static void lookForPasswords(Map<String, String> environment) {
    // why: the driver asks the system whose home it is, and shells, services and tests set HOME
    Optional.ofNullable(environment.get("HOME"))
        .map(home -> Path.of(home, PASSWORDS))
        .filter(file -> Files.exists(file) && !environment.containsKey("PGPASSFILE"))
        .ifPresent(file -> System.setProperty("org.postgresql.pgpassfile", file.toString()));
  }

  /** Opens it; a file that nobody has named before is made. */
  public Database open() {
    return Database.open(address);
  }

  /** True if it was there when it was named, and is not any more. */
  public boolean isGone() {
    return origin instanceof Origin.Remembered
        && address.file().filter(file -> !Files.exists(file)).isPresent();
  }

  /** For people: what it is and where that comes from. */
  public String words() {
    return "%s (%s)".formatted(address.name(), origin.words());
  }
}
