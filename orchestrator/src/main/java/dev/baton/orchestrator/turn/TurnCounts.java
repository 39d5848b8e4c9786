package dev.baton.orchestrator.turn;

/**
 * How the turns of this server have ended since it started.
 *
 * @param failed those that failed or were stopped
 */
public record TurnCounts(long succeeded, long failed) {}
