package dev.baton.orchestrator.git;

import java.util.List;

/** The name under which commits are made: the user's as git knows it, else our own. */
public record Identity(boolean known, String signature) {
  private static final String NAME = "Baton";
  private static final String EMAIL = "baton@localhost";

  public static Identity of(Git git, GitPlace place) {
    var user = git.in(place).attempt("-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT");
    return user.succeeded()
        ? new Identity(true, user.text())
        : new Identity(false, ours(System.currentTimeMillis() / 1000));
  }

  /** Our own name at a given time. */
  public static String ours(long epochSeconds) {
    return "%s <%s> %d +0000".formatted(NAME, EMAIL, epochSeconds);
  }

  /** What a command needs that makes a commit by itself. */
  public List<String> options() {
    return known ? List.of() : List.of("-c", "user.name=" + NAME, "-c", "user.email=" + EMAIL);
  }
}
