package dev.baton.app.access;

import dev.baton.app.home.PlainFile;
import dev.baton.app.program.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** The token that a worker was given. */
public final class WorkerToken {
  private static final String VARIABLE = "BATON_WORKER_TOKEN";
  private static final int MOST_BYTES = 4096;
  private static final String REMEDY =
      "'baton token add NAME --worker' at the server makes one, to be given with --token-file or "
          + VARIABLE;

  private WorkerToken() {}

  /**
   * The token of a file, or else of the environment.
   *
   * @param file blank if none was named
   */
  public static Token load(String file, Map<String, String> environment) throws IOException {
    var text =
        file.isBlank() ? environment.getOrDefault(VARIABLE, "").strip() : read(Path.of(file));
    var place = file.isBlank() ? VARIABLE : file;
    if (text.isEmpty()) {
      throw new CommandFailure("%s holds no token: %s.".formatted(place, REMEDY));
    }
    var token = new Token(text);
    if (!token.isMadeHere()) {
      throw new CommandFailure(
          "%s holds no token of the form that Baton makes: %s.".formatted(place, REMEDY));
    }
    return token;
  }

  private static String read(Path file) throws IOException {
    return PlainFile.read(file, MOST_BYTES)
        .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).strip())
        .orElseThrow(() -> new CommandFailure("%s is missing: %s.".formatted(file, REMEDY)));
  }
}
