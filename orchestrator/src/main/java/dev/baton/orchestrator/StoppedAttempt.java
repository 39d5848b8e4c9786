package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.AttemptState;
import java.util.UUID;

/**
 * An attempt of which nothing runs any more.
 *
 * @param stopped how many processes were ended
 */
public record StoppedAttempt(UUID attemptId, AttemptState state, int stopped) {}
