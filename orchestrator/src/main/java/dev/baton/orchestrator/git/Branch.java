package dev.baton.orchestrator.git;

/**
 * A local branch.
 *
 * @param name without {@code refs/heads/}
 * @param commit what it points at
 */
public record Branch(String name, String commit) {
  public static final String PREFIX = "refs/heads/";

  public static String ref(String name) {
    return PREFIX + name;
  }
}
