package dev.baton.mcp.request;

import java.util.Optional;

/**
 * The right of a caller to go on. It can end while its request is worked on, such as with its
 * token. Implementations are thread safe.
 */
@FunctionalInterface
public interface Permit {
  /** A right that cannot be lost. */
  Permit LASTING = Optional::empty;

  /** Why the caller may not go on, as things are now. */
  Optional<String> findRefusal();
}
