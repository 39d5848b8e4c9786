package dev.baton.orchestrator.process;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The variables of an agent: a few of the server's own that are named here, and what is added. The
 * server's secrets are not among them. Immutable.
 */
public record AgentEnvironment(Map<String, String> variables) {
  private static final List<String> INHERITED =
      List.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "SSL_CERT_FILE");
  private static final List<String> LOCALE = List.of("LC_ALL", "LC_CTYPE", "LANG");
  private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

  public AgentEnvironment {
    variables = Collections.unmodifiableMap(new TreeMap<>(variables));
  }

  /** What agents get of a server that has these variables. */
  public static AgentEnvironment from(Map<String, String> server) {
    var variables = new TreeMap<String, String>();
    variables.put("PATH", DEFAULT_PATH);
    for (var name : INHERITED) {
      if (server.containsKey(name)) {
        variables.put(name, server.get(name));
      }
    }
    // why: without a terminal and without UTF-8 agents draw boxes, or question marks
    variables.put("TERM", "dumb");
    variables.put("LANG", utf8Locale(server));
    return new AgentEnvironment(variables);
  }

  /** The same and this variable. */
  public AgentEnvironment with(String name, String value) {
    var all = new TreeMap<>(variables);
    all.put(name, value);
    return new AgentEnvironment(all);
  }

  private static String utf8Locale(Map<String, String> server) {
    return LOCALE.stream()
        .filter(server::containsKey)
        .map(server::get)
        .filter(AgentEnvironment::isUtf8)
        .findFirst()
        .orElse("C.UTF-8");
  }

  private static boolean isUtf8(String locale) {
    return locale.toUpperCase(Locale.ROOT).replace("-", "").endsWith("UTF8");
  }
}
