package dev.baton.orchestrator.attempt;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Tokens and dollars that agents have used so far, as far as they report them.
 *
 * @param cachedInputTokens the part of the input that came from a cache
 * @param isKnown whether all of them told what they cost; the sum is a lower bound if not
 */
public record TokenUsage(
    long inputTokens,
    long cachedInputTokens,
    long outputTokens,
    Optional<BigDecimal> costUsd,
    boolean isKnown) {}
