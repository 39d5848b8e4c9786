package dev.baton.orchestrator.fleet;

import java.net.URI;

/**
 * The server that a worker gets repositories from and that its agents call.
 *
 * @param address without a path
 * @param token of the worker
 */
public record ServerAccess(URI address, String token) {
  /** Where agents find the tools. */
  public URI tools() {
    return address.resolve("/mcp");
  }

  @Override
  public String toString() {
    // why: records are logged, and this one holds a secret
    return address.toString();
  }
}
