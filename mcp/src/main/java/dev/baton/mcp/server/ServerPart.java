package dev.baton.mcp.server;

/**
 * A part of a server that is more than one tool, prompt or resource. It adds itself when the server
 * is built and everything else is registered.
 */
@FunctionalInterface
public interface ServerPart {
  void addTo(ServerInside inside);
}
