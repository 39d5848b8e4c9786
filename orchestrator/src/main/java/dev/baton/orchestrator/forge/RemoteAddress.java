package dev.baton.orchestrator.forge;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The address of a remote, taken apart.
 *
 * @param host in lower case
 * @param path of the repository there, such as {@code owner/name}
 */
public record RemoteAddress(String host, String path) {
  private static final Set<String> SCHEMES =
      Set.of("http", "https", "ssh", "git", "git+ssh", "ssh+git");
  private static final Pattern SHORT_FORM = Pattern.compile("(?:[^@/:]+@)?([^@/:]+):(?!:|//)(.+)");
  private static final Pattern SECRET = Pattern.compile("://[^/@\\s]+@");

  /** Hosts that answer for another where only some ports are open. */
  private static final Map<String, String> OTHER_DOORS =
      Map.of("ssh.github.com", "github.com", "altssh.gitlab.com", "gitlab.com");

  /** Empty for a path of this machine, and for what is no address. */
  public static Optional<RemoteAddress> find(String url) {
    if (url.contains("://")) {
      return findByScheme(url);
    }
    var parts = SHORT_FORM.matcher(url);
    return url.startsWith("/") || !parts.matches()
        ? Optional.empty()
        : of(parts.group(1), parts.group(2));
  }

  private static Optional<RemoteAddress> findByScheme(String url) {
    try {
      var uri = URI.create(SECRET.matcher(url).replaceFirst("://"));
      return uri.getScheme() != null
              && SCHEMES.contains(uri.getScheme())
              && uri.getHost() != null
              && uri.getPath() != null
          ? of(
              uri.getScheme().startsWith("http") && uri.getPort() >= 0
                  ? uri.getHost() + ":" + uri.getPort()
                  : uri.getHost(),
              uri.getPath())
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<RemoteAddress> of(String host, String path) {
    var name = host.toLowerCase(Locale.ROOT);
    var bare = path.replaceFirst("^/+", "").replaceFirst("/+$", "").replaceFirst("\\.git$", "");
    return bare.isEmpty()
        ? Optional.empty()
        : Optional.of(new RemoteAddress(OTHER_DOORS.getOrDefault(name, name), bare));
  }

  /** A text of git or of a program without the secrets that addresses may hold. */
  public static String withoutSecrets(String text) {
    return SECRET.matcher(text).replaceAll("://***@");
  }
}
