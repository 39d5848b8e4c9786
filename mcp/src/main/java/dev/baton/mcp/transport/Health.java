package dev.baton.mcp.transport;

import java.util.Optional;

/** Knows whether the server can do its work. Thread safe, and quick: anybody may ask. */
@FunctionalInterface
public interface Health {
  /** Nothing can be wrong as long as the server answers. */
  Health GOOD = Optional::empty;

  /** What keeps the server from its work, in a sentence that may be told to strangers. */
  Optional<String> findProblem();
}
