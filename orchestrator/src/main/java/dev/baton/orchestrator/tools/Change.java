package dev.baton.orchestrator.tools;

import java.util.UUID;

/** A request that changes something. */
interface Change {
  /** What it changes. */
  Subject subject();

  /** What can be changed. */
  sealed interface Subject {}

  record OfAttempt(UUID id) implements Subject {}

  record OfSession(UUID id) implements Subject {}

  record OfTask(UUID id) implements Subject {}

  /** Something new in a project. */
  record InProject(UUID id) implements Subject {}

  /** What is set up on the board, and who runs on it. */
  record OfBoard() implements Subject {}
}
