package dev.baton.orchestrator.workspace;

/**
 * A local branch.
 *
 * @param name without {@code refs/heads/}
 * @param commit what it points at
 */
public record Branch(String name, String commit) {
  static final String PREFIX = "refs/heads/";

  static String ref(String name) {
    return PREFIX + name;
  }
}
