package dev.baton.orchestrator;

import java.util.Optional;

/** What to tell an agent next. */
public record FollowUp(FollowUpTarget target, String promptText, Optional<String> variant) {}
