package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.ProcessReason;
import java.util.UUID;

/** What a turn does next. */
sealed interface ChainStep {
  /** A program was recorded: see that it runs, and wait for its end. */
  record Await(UUID processId) implements ChainStep {}

  record RunScript(ProcessReason reason, UUID repoId) implements ChainStep {}

  record RunAgent() implements ChainStep {}

  /** See whether the agent changed the workspace. */
  record CompareChanges() implements ChainStep {}

  /** Commit what the agent left uncommitted. */
  record Commit() implements ChainStep {}

  /** Everything that belongs to the turn has run. */
  record Succeed() implements ChainStep {}

  record Fail(String summary) implements ChainStep {}
}
