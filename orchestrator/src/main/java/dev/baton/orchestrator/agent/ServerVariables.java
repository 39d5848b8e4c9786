package dev.baton.orchestrator.agent;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The variables that an agent gets: the few that every program needs, those that its own settings
 * are made of, and nothing else of what the server has. Immutable and thread safe.
 */
public final class ServerVariables {
  private static final List<String> COMMON =
      List.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LC_ALL",
          "LC_CTYPE",
          "TZ",
          "TMPDIR",
          "XDG_CONFIG_HOME",
          "XDG_DATA_HOME",
          "XDG_CACHE_HOME",
          "XDG_STATE_HOME",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "NO_PROXY",
          "ALL_PROXY",
          "http_proxy",
          "https_proxy",
          "no_proxy",
          "all_proxy",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "NODE_EXTRA_CA_CERTS",
          "JAVA_HOME");

  private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

  private final Map<String, String> server;

  /** Takes variables from those of the server. */
  public ServerVariables(Map<String, String> server) {
    this.server = Collections.unmodifiableMap(new TreeMap<>(server));
  }

  /** The path on which programs are looked for. */
  public String path() {
    return server.getOrDefault("PATH", DEFAULT_PATH);
  }

  /** The variables that every program gets. */
  public Map<String, String> common() {
    return with(Set.of());
  }

  /** The common variables and, if the server has them, those of these names. */
  public Map<String, String> with(Set<String> names) {
    var chosen = new TreeMap<String, String>();
    server.forEach(
        (name, value) -> {
          if (COMMON.contains(name) || names.contains(name)) {
            chosen.put(name, value);
          }
        });
    chosen.putIfAbsent("PATH", DEFAULT_PATH);
    chosen.putIfAbsent("LANG", "C.UTF-8");
    // why: agents draw boxes and ask for keys where they see a terminal
    chosen.put("TERM", "dumb");
    return chosen;
  }
}
