package dev.baton.orchestrator.agent;

import java.util.Optional;

/** Whether an agent can run on this machine. */
public sealed interface Availability {
  /** Its program is there; the version is empty if the program does not tell. */
  record Available(Optional<String> version) implements Availability {}

  /** It cannot run, with the reason and what to do about it. */
  record Unavailable(String reason) implements Availability {}

  default boolean isAvailable() {
    return this instanceof Available;
  }
}
