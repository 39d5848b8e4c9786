package dev.baton.orchestrator.attempt;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What the agents of an attempt have used so far, as far as they tell.
 *
 * @param cachedInputTokens the part of the input that came from a cache
 */
public record TokenUsage(
    long inputTokens, long cachedInputTokens, long outputTokens, Optional<BigDecimal> costUsd) {}
