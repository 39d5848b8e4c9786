package dev.baton.orchestrator;

import java.util.Optional;
import java.util.UUID;

/** A task to put on the board. */
public record NewBoardTask(UUID projectId, String title, Optional<String> description) {}
