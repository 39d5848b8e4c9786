package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.agent.TokenCount;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Tokens and dollars that agents have used so far, as far as they report them.
 *
 * @param tokens empty if none of them told
 * @param isKnown whether all of them told what they cost; the sum is a lower bound if not
 */
public record TokenUsage(
    Optional<TokenCount> tokens, Optional<BigDecimal> costUsd, boolean isKnown) {}
