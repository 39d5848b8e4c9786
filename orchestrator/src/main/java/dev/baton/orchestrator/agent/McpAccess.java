package dev.baton.orchestrator.agent;

import java.net.URI;
import java.util.Map;

/** How an agent reaches this server: its address, and a token that is good for one attempt. */
public record McpAccess(URI url, String token) {
  /** For programs that look for it in their environment. */
  public Map<String, String> variables() {
    return Map.of("BATON_URL", url.toString(), "BATON_TOKEN", token);
  }

  @Override
  public String toString() {
    // why: records are logged, and this one holds a secret
    return "McpAccess " + url;
  }
}
