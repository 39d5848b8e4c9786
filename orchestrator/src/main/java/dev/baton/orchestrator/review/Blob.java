package dev.baton.orchestrator.review;

/**
 * The content of a file.
 *
 * @param id git's name of it, the same for the same content
 */
public record Blob(String id, long bytes) {}
