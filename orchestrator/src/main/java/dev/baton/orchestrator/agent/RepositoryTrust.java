package dev.baton.orchestrator.agent;

/** Says what files of a repository may make an agent run by themselves. */
public record RepositoryTrust(boolean hooks, boolean mcpServers) {
  /** Nothing: what holds unless the project says otherwise. */
  public static final RepositoryTrust NONE = new RepositoryTrust(false, false);
}
