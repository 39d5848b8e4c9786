package dev.baton.orchestrator.attempt;

/**
 * Why an attempt does not run yet.
 *
 * @param position its place in line, from 1
 * @param reason the limit that was reached, in words
 */
public record Waiting(int position, String reason) {}
