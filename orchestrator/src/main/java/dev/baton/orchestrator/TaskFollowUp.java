package dev.baton.orchestrator;

import java.util.Optional;
import java.util.UUID;

/** What to tell the agent of a task's newest attempt. */
public record TaskFollowUp(UUID taskId, String promptText, Optional<String> variant) {}
