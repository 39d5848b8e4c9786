package dev.baton.orchestrator.git;

import java.util.List;

/** A repository as commands see it: the git program at one place. Thread safe. */
public record GitRepository(Git git, GitPlace place) {
  /** Runs a command that has to succeed. */
  public GitOutput run(String... arguments) {
    return git.run(GitCommand.in(place, arguments));
  }

  /** The same. */
  public GitOutput run(List<String> arguments) {
    return git.run(GitCommand.in(place, arguments));
  }

  /** Runs a command that may fail. */
  public GitOutput attempt(String... arguments) {
    return git.attempt(GitCommand.in(place, arguments));
  }

  /** The same. */
  public GitOutput attempt(List<String> arguments) {
    return git.attempt(GitCommand.in(place, arguments));
  }
}
