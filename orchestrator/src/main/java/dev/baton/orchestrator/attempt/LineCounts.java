package dev.baton.orchestrator.attempt;

/** How many lines an attempt added to its target branches, and how many it deleted. */
public record LineCounts(long added, long deleted) {}
