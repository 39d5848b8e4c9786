package dev.baton.mcp.internal.catalog;

import dev.baton.mcp.server.ServerInside;
import dev.baton.mcp.server.ServerPart;
import dev.baton.workflow.ServerCatalog;
import java.util.Optional;

/**
 * Gives the catalog of a server to code outside of it that checks workflows; it adds nothing to the
 * server. Thread safe, for one server.
 */
public final class CatalogPart implements ServerPart {
  private volatile Optional<ServerCatalog> catalog = Optional.empty();

  @Override
  public void addTo(ServerInside inside) {
    catalog = Optional.of(new Catalog(inside));
  }

  /**
   * What the server has, also when it is closed.
   *
   * @throws IllegalStateException if the server is not built yet
   */
  public ServerCatalog catalog() {
    return catalog.orElseThrow(
        () -> new IllegalStateException("Build the server that this is a part of first"));
  }
}
