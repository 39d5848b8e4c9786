package dev.baton.mcp.internal.era;

import java.util.Optional;

/** The HTTP headers that a message came with; on standard input there are none to check. */
@FunctionalInterface
public interface Headers {
  /** A message that came without a header layer. */
  Headers NONE =
      new Headers() {
        @Override
        public Optional<String> find(String name) {
          return Optional.empty();
        }

        @Override
        public boolean areExpected() {
          return false;
        }
      };

  /** The value without white space around it; names are found in any case. */
  Optional<String> find(String name);

  /** False where the transport has no headers. */
  default boolean areExpected() {
    return true;
  }
}
