package dev.baton.orchestrator.forge;

import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.forge.ForgeHost.ForgeKind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The forges that can be used: those whose host tells what they are, and those that the user names.
 * Immutable and thread safe.
 */
public final class Forges {
  private final List<ForgeHost> hosts;
  private final Map<String, String> environment;

  /**
   * Those of a user.
   *
   * @param environment the variables of the server
   */
  public Forges(List<ForgeHost> hosts, Map<String, String> environment) {
    this.hosts = List.copyOf(hosts);
    this.environment = Map.copyOf(environment);
  }

  /**
   * The repository that a remote is on its forge; empty if nothing is known of its host.
   *
   * @param directory the repository here
   */
  public Optional<Forge> find(RemoteAddress address, Path directory) {
    var host =
        hosts.stream()
            .filter(each -> each.host().equalsIgnoreCase(address.host()))
            .findFirst()
            .orElseGet(() -> ForgeHost.unknown(address.host()));
    return host.kind()
        .or(() -> ForgeKind.ofHost(shown(host)))
        .map(kind -> forge(kind, host, address.path(), directory));
  }

  private Forge forge(ForgeKind kind, ForgeHost host, String path, Path directory) {
    return switch (kind) {
      case GITHUB -> new GithubForge(program("gh", host, directory), path);
      case GITLAB -> new GitlabForge(program("glab", host, directory), path);
      case GITEA ->
          new GiteaForge(
              new GiteaClient(
                  host.host(),
                  host.url().orElseGet(() -> URI.create("https://" + host.host())),
                  () -> token(host)),
              path);
    };
  }

  private ForgeProgram program(String name, ForgeHost host, Path directory) {
    var shown = shown(host);
    return new ForgeProgram(
        new ForgeProgram.Setting(
            shown,
            host.command().isEmpty() ? List.of(name) : host.command(),
            "%s auth login --hostname %s".formatted(name, shown),
            directory),
        new ServerVariables(environment));
  }

  /** The name that the forge itself goes by; a user may have another for it in remotes. */
  private static String shown(ForgeHost host) {
    return host.url().map(URI::getAuthority).orElse(host.host());
  }

  private String token(ForgeHost host) {
    return host.tokenVariable()
        .flatMap(name -> Optional.ofNullable(environment.get(name)))
        .or(() -> host.tokenFile().flatMap(file -> firstLine(host, file)))
        .map(String::strip)
        .filter(token -> !token.isEmpty() && token.chars().noneMatch(Character::isISOControl))
        .orElseThrow(
            () ->
                Forge.unavailable(
                    host.host(),
                    "There is no token for %s".formatted(host.host()),
                    "Make one there (Settings, Applications), write it into a file, name it as forges.%s.token_file in config.yaml, and start the server again; push_attempt works without it"
                        .formatted(host.host())));
  }

  private static Optional<String> firstLine(ForgeHost host, Path file) {
    try (var lines = Files.lines(file)) {
      return lines.findFirst();
    } catch (IOException | java.io.UncheckedIOException e) {
      throw Forge.unavailable(
          host.host(),
          "The token of %s cannot be read: %s".formatted(host.host(), file),
          "Correct forges.%s.token_file of config.yaml, or the file".formatted(host.host()));
    }
  }
}
