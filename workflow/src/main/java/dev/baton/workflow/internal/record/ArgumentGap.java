package dev.baton.workflow.internal.record;

/**
 * An argument that stops a step.
 *
 * @param argument its name; empty if it is about all of them
 * @param reason what is wrong with it
 */
public record ArgumentGap(String argument, String reason) {}
