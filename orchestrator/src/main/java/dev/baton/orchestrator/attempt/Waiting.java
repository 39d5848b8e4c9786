package dev.baton.orchestrator.attempt;

/**
 * The place of an attempt in line, and the reason why it waits.
 *
 * @param position its place in line, from 1
 * @param reason the limit that was reached, in words
 */
public record Waiting(int position, String reason) {}
