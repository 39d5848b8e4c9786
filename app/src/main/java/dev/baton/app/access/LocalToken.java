package dev.baton.app.access;

import dev.baton.app.home.DataDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The token of the user of this machine, kept in a file that only this user can read. Thread safe,
 * also between processes.
 */
public final class LocalToken {
  public static final String OWNER = "local";
  public static final String FILE = "token";

  private final DataDirectory directory;

  public LocalToken(DataDirectory directory) {
    this.directory = directory;
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
    try {
      return Optional.of(Files.readString(file()).strip())
          .filter(text -> !text.isEmpty())
          .map(Token::new);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  Path file() {
    return directory.file(FILE);
  }
}
