package dev.baton.app.access;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.home.PlainFile;
import dev.baton.app.program.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The token of the user of this machine, kept in a file that only this user can read. Thread safe,
 * also between processes.
 */
public final class LocalToken {
  public static final String OWNER = "local";
  public static final String FILE = "token";

  private static final String VARIABLE = "BATON_TOKEN";
  private static final int MOST_BYTES = 4096;

  /** What may stand in a header of HTTP. */
  private static final Pattern FORM = Pattern.compile("[!-~]+");

  private static final String REMEDY = "delete it, and the next command makes a new one";

  private final DataDirectory directory;

  public LocalToken(DataDirectory directory) {
    this.directory = directory;
  }

  /**
   * The token that a command comes with: that of the agent that runs the command, or the user's.
   */
  public static Token ofCaller(DataDirectory directory, Map<String, String> environment)
      throws IOException {
    var given = environment.getOrDefault(VARIABLE, "").strip();
    return given.isEmpty()
        ? new LocalToken(directory).loadOrMake()
        : checked(given, VARIABLE, "unset it, and the command uses your own");
  }

  /** Refuses a command that only the user of this machine may give, if an agent gives it. */
  public static void requireUser(DataDirectory directory, Map<String, String> environment)
      throws IOException {
    var given = environment.getOrDefault(VARIABLE, "").strip();
    if (!given.isEmpty()
        && new LocalToken(directory).find().filter(own -> own.text().equals(given)).isEmpty()) {
      throw new CommandFailure(
          "This command is for the user of this machine, and %s holds another token: ask the user, or unset %s if you are."
              .formatted(VARIABLE, VARIABLE));
    }
  }

  /** The token, which is made if there is none yet. */
  public Token loadOrMake() throws IOException {
    var known = find();
    return known.isPresent() ? known.get() : directory.exclusively(this::make);
  }

  private Token make() throws IOException {
    var known = find();
    if (known.isPresent()) {
      return known.get();
    }
    var token = Token.random();
    directory.write(FILE, (token.text() + "\n").getBytes(StandardCharsets.UTF_8));
    return token;
  }

  Optional<Token> find() throws IOException {
    return PlainFile.read(file(), MOST_BYTES)
        .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).strip())
        .filter(text -> !text.isEmpty())
        .map(text -> own(checked(text, file(), REMEDY)));
  }

  /** Refuses what somebody else has written there: it may be easy to guess. */
  private Token own(Token token) {
    if (!token.isMadeHere()) {
      throw new CommandFailure(
          "%s holds no token of the form that Baton makes: %s.".formatted(file(), REMEDY));
    }
    return token;
  }

  private static Token checked(String text, Object place, String remedy) {
    if (!FORM.matcher(text).matches()) {
      throw new CommandFailure(
          "%s holds characters that no token has: %s.".formatted(place, remedy));
    }
    return new Token(text);
  }

  Path file() {
    return directory.file(FILE);
  }
}
