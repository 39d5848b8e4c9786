package dev.baton.orchestrator.process;

/**
 * A line that a program printed, or a piece of one, without its end.
 *
 * @param continues whether the next one belongs to the same line
 */
public record PrintedLine(String text, boolean continues) {}
