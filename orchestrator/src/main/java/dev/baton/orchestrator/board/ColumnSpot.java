package dev.baton.orchestrator.board;

/**
 * Where a card stands among those of its column that somebody looks at.
 *
 * @param number from 1; 0 if it is not among them
 * @param count how many they are
 */
public record ColumnSpot(long number, long count) {}
