package dev.baton.orchestrator.forge;

import java.util.Locale;
import java.util.Optional;

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
