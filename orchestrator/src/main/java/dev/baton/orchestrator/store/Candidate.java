package dev.baton.orchestrator.store;

import java.util.UUID;

/**
 * Something that a part of an id, or a name, can mean.
 *
 * @param label what it is called, or what it is about
 */
public record Candidate(UUID id, String label) {}
