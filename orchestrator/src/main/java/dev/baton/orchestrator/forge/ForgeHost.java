package dev.baton.orchestrator.forge;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A forge as the user configured it.
 *
 * @param host as it stands in the addresses of remotes
 * @param kind what it runs; told by the host's name if empty
 * @param url where its pages are, if that is another host or another port
 * @param command the program that speaks with it; looked for on the path if empty
 * @param tokenFile its first line is the token, for forges without a program
 * @param tokenVariable the variable of the server with the token
 */
public record ForgeHost(
    String host,
    Optional<ForgeKind> kind,
    Optional<URI> url,
    List<String> command,
    Optional<Path> tokenFile,
    Optional<String> tokenVariable) {
  /** Which software a forge runs. */
  public enum ForgeKind {
    GITHUB,
    GITLAB,
    /** Also Forgejo, which has the same interface. */
    GITEA;

    /** The kind that a host's name tells, if it does. */
    static Optional<ForgeKind> ofHost(String host) {
      var name = host.toLowerCase(Locale.ROOT);
      if (name.startsWith("github.")) {
        return Optional.of(GITHUB);
      }
      if (name.startsWith("gitlab.")) {
        return Optional.of(GITLAB);
      }
      return name.equals("codeberg.org") || name.startsWith("gitea.") || name.startsWith("forgejo.")
          ? Optional.of(GITEA)
          : Optional.empty();
    }

    /** The kind of this name, as users write it. */
    public static Optional<ForgeKind> find(String word) {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "github" -> Optional.of(GITHUB);
        case "gitlab" -> Optional.of(GITLAB);
        case "gitea", "forgejo" -> Optional.of(GITEA);
        default -> Optional.empty();
      };
    }
  }

  public ForgeHost {
    command = List.copyOf(command);
  }

  /** A host of which nobody says anything. */
  static ForgeHost unknown(String host) {
    return new ForgeHost(
        host, Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty());
  }
}
