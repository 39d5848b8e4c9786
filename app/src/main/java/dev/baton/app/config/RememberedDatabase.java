package dev.baton.app.config;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.home.PlainFile;
import dev.baton.app.program.CommandFailure;
import dev.baton.database.DatabaseAddress;
import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * Which database the last server of a data directory was on, without the password. It is kept in a
 * file of the directory, unless it is the one that every directory has.
 */
public final class RememberedDatabase {
  /** The database of a directory for which nobody has named another, relative to it. */
  public static final String USUAL = "baton.db";

  private static final String FILE = "database.json";
  private static final int MOST_BYTES = 1 << 16;

  private RememberedDatabase() {}

  /**
   * The database that the directory is on; empty if it had none yet.
   *
   * @throws CommandFailure if nobody can tell
   */
  public static Optional<DatabaseChoice> find(Path directory) throws IOException {
    var bytes = PlainFile.read(directory.resolve(FILE), MOST_BYTES);
    if (bytes.isPresent()) {
      return Optional.of(read(directory, new String(bytes.get(), StandardCharsets.UTF_8)));
    }
    var usual = directory.resolve(USUAL);
    return Files.exists(usual)
        ? Optional.of(new DatabaseChoice(DatabaseAddress.of(usual), new Origin.Standard()))
        : Optional.empty();
  }

  private static DatabaseChoice read(Path directory, String text) {
    try {
      var json = Json.parseObject(text);
      return new DatabaseChoice(
          DatabaseAddress.parse(json.path("url").asString(""), directory),
          new Origin.Remembered(json.path("named_by").asString("")));
    } catch (JacksonException | IllegalArgumentException | StorageException e) {
      throw new CommandFailure(
          FailureCode.STORAGE_UNAVAILABLE,
          "%s cannot be read, so nobody knows which database %s is on: name it once with 'baton serve --db URL'."
              .formatted(directory.resolve(FILE), directory),
          e);
    }
  }

  /** From now on the directory is on this one. */
  static void write(DataDirectory directory, DatabaseChoice choice) throws IOException {
    if (choice.address().isSameAs(DatabaseAddress.of(directory.file(USUAL)))) {
      Files.deleteIfExists(directory.file(FILE));
      return;
    }
    var json =
        Json.object()
            .put("url", choice.address().withoutPassword())
            .put("named_by", choice.origin().words());
    directory.write(FILE, (json + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
