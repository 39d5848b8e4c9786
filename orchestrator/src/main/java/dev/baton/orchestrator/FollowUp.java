package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.TurnPrompt;
import java.util.Optional;

/** What to tell an agent next. */
public record FollowUp(FollowUpTarget target, String promptText, Optional<String> variant) {
  TurnPrompt prompt() {
    return new TurnPrompt(promptText, variant, target.sessionId());
  }
}
