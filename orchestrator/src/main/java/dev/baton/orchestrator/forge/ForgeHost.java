package dev.baton.orchestrator.forge;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a user says of a forge.
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
  public ForgeHost {
    command = List.copyOf(command);
  }

  /** A host of which nobody says anything. */
  static ForgeHost unknown(String host) {
    return new ForgeHost(
        host, Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty());
  }
}
