package dev.baton.orchestrator.attempt;

import java.util.Optional;

/**
 * What an agent is asked to do, and how.
 *
 * @param variant the executor's variant; its default if empty
 */
public record TurnPrompt(String text, Optional<String> variant) {}
