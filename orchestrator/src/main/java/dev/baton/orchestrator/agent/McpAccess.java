package dev.baton.orchestrator.agent;

import java.net.URI;

/** How an agent reaches this server: its address, and a token that is good for one attempt. */
public record McpAccess(URI url, String token) {
  @Override
  public String toString() {
    // why: records are logged, and this one holds a secret
    return "McpAccess " + url;
  }
}
