package dev.baton.orchestrator.git;

/** Git failed in a way that nobody foresaw; the message has the command and what git said. */
public sealed class GitException extends RuntimeException permits UnreachableSourceException {
  public GitException(String message) {
    super(message);
  }

  public GitException(String message, Throwable cause) {
    super(message, cause);
  }

  public static GitException failed(GitCommand command, int exitCode, String error) {
    return new GitException(
        "%s ended with exit code %d: %s"
            .formatted(command, exitCode, error.isBlank() ? "it said nothing" : error.strip()));
  }
}
