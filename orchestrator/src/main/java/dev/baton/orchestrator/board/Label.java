package dev.baton.orchestrator.board;

import java.util.UUID;

/** A word that tasks of a project can be marked with. */
public record Label(UUID id, UUID projectId, String name, LabelColour colour) {}
