package dev.baton.app.access;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.home.PlainFile;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The owners that were added beside the local user, kept in a file of the data directory. Thread
 * safe, also between processes.
 */
public final class Owners {
  public static final String FILE = "owners.json";
  private static final int MOST_BYTES = 4 << 20;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final String RESERVED_PREFIX = "attempt";
  private static final String WORKER = "worker";

  /**
   * One owner.
   *
   * @param sha256 the digest of the owner's token in hexadecimal digits
   * @param kind {@code worker} for one that may only get repositories, and absent for others
   */
  public record Owner(String owner, String sha256, Instant created, @Nullable String kind) {
    public Owner {
      Objects.requireNonNull(owner, "owner");
      Objects.requireNonNull(created, "created");
      HexFormat.of().parseHex(sha256);
    }

    public boolean isWorker() {
      return WORKER.equals(kind);
    }

    byte[] digest() {
      return HexFormat.of().parseHex(sha256);
    }
  }

  private record Content(@Nullable List<Owner> owners) {}

  private final DataDirectory directory;
  private final Clock clock;

  public Owners(DataDirectory directory, Clock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /** Why an owner cannot have this name; empty if it can. */
  public static Optional<String> problemWith(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of(
          "'%s' is no name for an owner: use up to 64 letters, digits, '.', '_' and '-', and begin with a letter or digit"
              .formatted(name));
    }
    if (name.equals(LocalToken.OWNER) || name.startsWith(RESERVED_PREFIX)) {
      return Optional.of(
          "'%s' is a name that Baton needs itself ('%s', and what begins with '%s'): choose another"
              .formatted(name, LocalToken.OWNER, RESERVED_PREFIX));
    }
    return Optional.empty();
  }

  /**
   * Adds an owner whose name was checked, and returns the token, of which only a digest is kept.
   *
   * @param isWorker whether the token only gets repositories
   */
  public Token add(String name, boolean isWorker) throws IOException {
    return directory.exclusively(
        () -> {
          var owners = new ArrayList<>(list());
          if (owners.stream().anyMatch(owner -> owner.owner().equals(name))) {
            throw new CommandFailure(
                FailureCode.ALREADY_DONE,
                "Owner '%s' has a token already: 'baton token revoke %s' takes it away."
                    .formatted(name, name));
          }
          var token = Token.random();
          var digest = HexFormat.of().formatHex(Token.digest(token.text()));
          owners.add(
              new Owner(
                  name,
                  digest,
                  clock.instant().truncatedTo(ChronoUnit.SECONDS),
                  isWorker ? WORKER : null));
          save(owners);
          return token;
        });
  }

  /** Removes an owner, whose token is worth nothing from then on. */
  public void revoke(String name) throws IOException {
    directory.exclusively(
        () -> {
          var owners = new ArrayList<>(list());
          if (!owners.removeIf(owner -> owner.owner().equals(name))) {
            throw new CommandFailure(
                FailureCode.NOT_FOUND,
                "There is no owner '%s': 'baton token list' shows who there is.".formatted(name));
          }
          save(owners);
          return name;
        });
  }

  /** All owners, in the order in which they were added. */
  public List<Owner> list() throws IOException {
    var bytes = PlainFile.read(file(), MOST_BYTES);
    if (bytes.isEmpty()) {
      return List.of();
    }
    try {
      return Optional.ofNullable(Json.MAPPER.readValue(bytes.get(), Content.class))
          .flatMap(content -> Optional.ofNullable(content.owners()))
          .map(List::copyOf)
          .orElseThrow(() -> broken("there is no list 'owners'"));
    } catch (JacksonException e) {
      throw broken(
          "not what Baton writes at line %d, column %d"
              .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr()));
    } catch (NullPointerException e) {
      throw broken("an owner in it is null");
    }
  }

  private CommandFailure broken(String problem) {
    return new CommandFailure(
        "%s cannot be read (%s): repair it, or delete it and add the owners again."
            .formatted(file(), problem));
  }

  Path file() {
    return directory.file(FILE);
  }

  private void save(List<Owner> owners) throws IOException {
    directory.write(
        FILE, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(new Content(owners)));
  }
}
